package dev.sluice.it.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.sluice.ArgDirection;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.spi.DeviceContext;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Who may know whom, checked on the classes that were built. Each rule is also shown to find
 * something where there is something to find.
 */
class ArchitectureTest {

  /** The packages of all platforms, of this version and of those to come. */
  private static final String PLATFORMS = "dev.sluice.[sim|a2a3|a5]..";

  private static final String[] API = {
    "dev.sluice", "dev.sluice.error", "dev.sluice.tensor", "dev.sluice.kernel"
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.sluice");

  private static final Set<Class<?>> CORE_ONLY =
      Set.of(
          ArgDirection.class,
          Signature.class,
          TaskArgs.class,
          TransferMode.class,
          TransferPlan.class,
          TransferPolicy.class);

  private static final DescribedPredicate<JavaClass> DIRECTIONS_AND_PLANS =
      describe(
          "directions, signatures and plans",
          type -> CORE_ONLY.stream().anyMatch(type::isEquivalentTo));

  private static ArchRule knowsNoDirection(String packages) {
    return noClasses()
        .that()
        .resideInAPackage(packages)
        .should()
        .dependOnClassesThat(DIRECTIONS_AND_PLANS);
  }

  private static ArchRule staysInTheApi(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat(
            describe(
                "other modules",
                type ->
                    type.getPackageName().startsWith("dev.sluice")
                        && !List.of(API).contains(type.getPackageName())));
  }

  private static ArchRule knowsNoGuice(DescribedPredicate<JavaClass> who) {
    return noClasses()
        .that(who)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google..", "jakarta.inject..", "org.aopalliance..");
  }

  private static ArchRule noCycles(String what, Function<JavaClass, String> slice) {
    return slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(slice.apply(type));
              }

              @Override
              public String getDescription() {
                return what;
              }
            })
        .should()
        .beFreeOfCycles();
  }

  @Test
  void the_classes_of_all_modules_are_looked_at() {
    assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct())
        .contains(API)
        .contains("dev.sluice.core", "dev.sluice.spi", "dev.sluice.sim", "dev.sluice.cli")
        .noneMatch(name -> name.startsWith("dev.sluice.it"));
  }

  @Test
  void a_platform_knows_no_direction_and_no_plan() {
    knowsNoDirection(PLATFORMS).check(CLASSES);

    assertThat(knowsNoDirection("dev.sluice.core..").evaluate(CLASSES).hasViolation()).isTrue();
  }

  @Test
  void the_api_depends_on_no_other_module() {
    staysInTheApi(API).check(CLASSES);

    assertThat(staysInTheApi("dev.sluice.core..").evaluate(CLASSES).hasViolation()).isTrue();
  }

  @Test
  void the_core_depends_on_no_platform_and_no_platform_on_the_core_behind_the_spi() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.sluice.core..", "dev.sluice.spi..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(PLATFORMS, "dev.sluice.cli..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(PLATFORMS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.sluice.core..", "dev.sluice.cli..")
        .check(CLASSES);
  }

  @Test
  void guice_is_known_to_one_package_which_nobody_needs() {
    DescribedPredicate<JavaClass> injection = resideInAPackage("dev.sluice.guice");
    knowsNoGuice(not(injection)).check(CLASSES);

    noClasses().that(not(injection)).should().dependOnClassesThat(injection).check(CLASSES);
    assertThat(knowsNoGuice(injection).evaluate(CLASSES).hasViolation()).isTrue();
  }

  @Test
  void packages_have_no_cycles() {
    noCycles("packages", JavaClass::getPackageName).check(CLASSES);

    assertThat(noCycles("classes", JavaClass::getName).evaluate(CLASSES).hasViolation()).isTrue();
  }

  @Test
  void nothing_reachable_from_a_launch_copies_between_host_and_device() {
    List<JavaCodeUnit> launches =
        methods(PLATFORMS, "launch", type -> type.isAssignableTo(DeviceContext.class));
    assertThat(launches).isNotEmpty();

    assertThat(copiesReachableFrom(launches)).isEmpty();
  }

  @Test
  void a_copy_that_is_reachable_is_found() {
    List<JavaCodeUnit> runs =
        methods("dev.sluice.core.run", "run", type -> type.getSimpleName().equals("RunLoop"));
    assertThat(runs).isNotEmpty();

    assertThat(copiesReachableFrom(runs))
        .anyMatch(name -> name.startsWith("dev.sluice.sim.") && name.contains(".copyToDevice("))
        .anyMatch(name -> name.startsWith("dev.sluice.sim.") && name.contains(".copyToHost("));
  }

  private static List<JavaCodeUnit> methods(String packages, String name, Predicate<JavaClass> in) {
    return CLASSES.stream()
        .filter(resideInAPackage(packages))
        .filter(in)
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.getName().equals(name))
        .<JavaCodeUnit>map(method -> method)
        .toList();
  }

  private static List<String> copiesReachableFrom(List<JavaCodeUnit> start) {
    return new CallGraph(CLASSES)
        .reachableFrom(start).stream()
            .filter(
                code ->
                    code.getName().equals("copyToDevice") || code.getName().equals("copyToHost"))
            .map(JavaCodeUnit::getFullName)
            .toList();
  }
}
