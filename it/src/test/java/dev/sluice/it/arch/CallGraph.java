package dev.sluice.it.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which code can run when other code runs. Errs on the side of too much: a call may reach every
 * override in every imported class; the body of a lambda counts as run where it is written; an
 * object that is made may have each of its methods called that the JDK knows, as an executor does.
 */
final class CallGraph {

  private final JavaClasses classes;

  CallGraph(JavaClasses classes) {
    this.classes = classes;
  }

  /** Returns the code of imported classes that is reachable, the start included. */
  Set<JavaCodeUnit> reachableFrom(Collection<? extends JavaCodeUnit> start) {
    Set<JavaCodeUnit> reached = new LinkedHashSet<>(start);
    Deque<JavaCodeUnit> open = new ArrayDeque<>(start);
    while (!open.isEmpty()) {
      accesses(open.remove()).flatMap(this::targets).filter(reached::add).forEach(open::add);
    }
    return reached;
  }

  private static Stream<JavaCodeUnitAccess<?>> accesses(JavaCodeUnit code) {
    return Stream.of(
            code.getMethodCallsFromSelf(),
            code.getConstructorCallsFromSelf(),
            code.getMethodReferencesFromSelf(),
            code.getConstructorReferencesFromSelf())
        .flatMap(Collection::stream);
  }

  private Stream<JavaCodeUnit> targets(JavaCodeUnitAccess<?> access) {
    String[] parameters =
        access.getTarget().getRawParameterTypes().stream()
            .map(JavaClass::getName)
            .toArray(String[]::new);
    JavaClass owner = access.getTargetOwner();
    if (access.getTarget().getName().equals(JavaConstructor.CONSTRUCTOR_NAME)) {
      Optional<JavaConstructor> constructor = owner.tryGetConstructor(parameters);
      return Stream.concat(constructor.stream(), calledByTheJdk(owner));
    }
    String name = access.getTarget().getName();
    Stream<JavaClass> inherited =
        Stream.concat(Stream.of(owner), owner.getAllRawSuperclasses().stream());
    return Stream.concat(
            inherited, classes.stream().filter(type -> type.isAssignableTo(owner.getName())))
        .flatMap(type -> type.tryGetMethod(name, parameters).stream());
  }

  private static Stream<JavaMethod> calledByTheJdk(JavaClass made) {
    Set<String> known = new LinkedHashSet<>();
    Stream.concat(made.getAllRawSuperclasses().stream(), made.getAllRawInterfaces().stream())
        .filter(type -> type.getPackageName().startsWith("java."))
        .flatMap(type -> type.getMethods().stream())
        .forEach(method -> known.add(method.getName()));
    return made.getMethods().stream().filter(method -> known.contains(method.getName()));
  }
}
