package dev.sluice.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform jar that is dropped beside ours is found, or refused with the reason. */
class DroppedJarsTest {

  @TempDir private Path folder;

  private Path spi(String name, Map<String, String> changes) throws IOException {
    return PlatformJar.spi(Files.createDirectories(folder.resolve(name)), changes);
  }

  /** The SPI before some of its methods got a body, or were there at all. */
  private Path olderSpi() throws IOException {
    return spi(
        "older",
        Map.of(
            "default int priority() {\n    return 0;\n  }",
            "int priority();",
            "default Availability probe() {\n    return Availability.available();\n  }",
            "",
            "default Availability probe(DeviceOptions options) {\n    return probe();\n  }",
            ""));
  }

  /** An SPI of the next version with a method more. */
  private Path newerSpi() throws IOException {
    return spi(
        "newer",
        Map.of(
            "CURRENT = 1;",
            "CURRENT = 2;",
            "default int priority() {",
            "default int coreCount() {\n    return 1;\n  }\n\n  default int priority() {"));
  }

  @Test
  void on_the_class_path_each_broken_jar_is_refused_with_its_reason_and_the_others_work()
      throws IOException, InterruptedException {
    String fails = "static int fail() { throw new IllegalStateException(\"no licence\"); }";
    List<Path> jars =
        List.of(
            PlatformJar.of(folder, "acme").build(),
            PlatformJar.of(folder, "older")
                .against(olderSpi())
                .with("@Override public int priority() { return -1; }")
                .build(),
            PlatformJar.of(folder, "newer")
                .against(newerSpi())
                .with("@Override public int coreCount() { return 2; }")
                .build(),
            PlatformJar.of(folder, "zero").replacing("SpiVersion.CURRENT", "0").build(),
            PlatformJar.of(folder, "failing").with(fails + " static int x = fail();").build(),
            PlatformJar.of(folder, "hanging")
                .with("static { try { Thread.currentThread().join(); }")
                .with("catch (InterruptedException e) { throw new IllegalStateException(e); } }")
                .build(),
            PlatformJar.of(folder, "twin").replacing("\"twin\"", "\"acme\"").build(),
            PlatformJar.of(folder, "probing")
                .with(
                    "@Override public Availability probe() { throw new IllegalStateException(); }")
                .build(),
            PlatformJar.of(folder, "absent")
                .with("@Override public Availability probe() {")
                .with("return Availability.unavailable(\"no driver\"); }")
                .build(),
            PlatformJar.of(folder, "listing").naming("listing.Gone").build(),
            damagedModule(),
            PlatformJar.of(folder, "modular").asModule().withoutServiceFile().build(),
            needsMissingClass());

    List<String> printed = new Lister(folder).onClassPath(jars);

    assertThat(printed)
        .anyMatch(line -> line.endsWith(" sim: usable"))
        .contains(
            "acme.jar 1.2 acme: usable",
            "older.jar 1.2 older: usable",
            "newer.jar 1.2 newer: refused (SPI_VERSION): it was compiled for SPI version 2, but this"
                + " core takes 1 to 1; use a newer sluice-core, or an older version of the platform",
            "zero.jar 1.2 zero: refused (SPI_VERSION): it was compiled for SPI version 0, but this"
                + " core takes 1 to 1; let spiVersion() return SpiVersion.CURRENT",
            "failing.jar 1.2 null: refused (NOT_CREATED): its static initialiser threw"
                + " java.lang.IllegalStateException: no licence; remove or repair the jar",
            "hanging.jar 1.2 null: refused (TIMED_OUT): its static initialiser or constructor is too slow or hangs: it did"
                + " not return within 5000 ms, and is in hanging.Provider.<clinit>(Provider.java:13);"
                + " remove or repair the jar",
            "twin.jar 1.2 acme: refused (NAME_TAKEN): its name 'acme' is taken by acme.Provider in "
                + folder.resolve("acme.jar")
                + "; remove one of the two",
            "probing.jar 1.2 probing: refused (PROBE_FAILED): its probe threw"
                + " java.lang.IllegalStateException; remove or repair the jar",
            "absent.jar 1.2 absent: unavailable because no driver",
            "listing.jar 1.2 listing: usable",
            "listing.jar 1.2 null: refused (CLASS_MISSING): the service file names it, but there is"
                + " no such class; repair or rebuild the jar",
            "modular.jar 1.2 null: refused (SERVICE_FILE_LOST): its module provides it, but it is on the"
                + " class path, where no META-INF/services/dev.sluice.spi.DevicePlatform names it;"
                + " add that file to the jar, or put the jar on the module path",
            "needy.jar 1.2 null: refused (CLASS_MISSING): the class vendor.Base, which it needs, is"
                + " missing; put the jar that has it beside",
            "by name: sim:0")
        .last()
        .asString()
        .startsWith(
            "by the rules: no platform was named, and several hardware platforms have the highest"
                + " priority, 0: acme, listing; found: ")
        .contains("(NOT_CREATED): its static initialiser failed before in this process");
  }

  /** A folder whose module descriptor is none; on the class path that does not matter. */
  private Path damagedModule() throws IOException {
    Path damaged = Files.createDirectories(folder.resolve("damaged"));
    Files.writeString(damaged.resolve("module-info.class"), "none");
    return damaged;
  }

  private Path needsMissingClass() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("vendor"));
    Path source =
        Files.writeString(classes.resolve("Base.java"), "package vendor; public class Base {}");
    Path base = new ChildJvm(classes).compile(List.of(), List.of(source));
    return PlatformJar.of(folder, "needy")
        .against(base)
        .replacing("Provider implements", "Provider extends vendor.Base implements")
        .build();
  }

  @Test
  void one_hardware_platform_is_chosen_unless_a_property_names_another()
      throws IOException, InterruptedException {
    List<Path> jars = List.of(PlatformJar.of(folder, "acme").build());
    Lister lister = new Lister(folder);

    assertThat(lister.onClassPath(jars))
        .last()
        .isEqualTo(
            "by the rules: acme:0: the device cannot be opened: this is a toy; play with another");
    assertThat(lister.onClassPath(jars, "-Dsluice.platform=sim"))
        .last()
        .isEqualTo("by the rules: sim:0");
  }

  @Test
  void on_the_module_path_modules_and_plain_jars_are_found_or_refused()
      throws IOException, InterruptedException {
    List<Path> jars =
        List.of(
            PlatformJar.of(folder, "acme").asModule().withoutServiceFile().build(),
            PlatformJar.of(folder, "plain")
                .with("@Override public int priority() { return -1; }")
                .build(),
            PlatformJar.of(folder, "newer").asModule().replacing("SpiVersion.CURRENT", "2").build(),
            PlatformJar.of(folder, "failing")
                .asModule()
                .with("static final int LIMIT = Integer.parseInt(\"many\");")
                .build());

    List<String> printed = new Lister(folder).onModulePath(jars);

    assertThat(printed)
        .anyMatch(line -> line.endsWith(" sim: usable"))
        .anyMatch(line -> line.matches("acme\\.jar \\S+ acme: usable"))
        .anyMatch(line -> line.matches("plain\\.jar \\S+ plain: usable"))
        .anyMatch(line -> line.startsWith("newer.jar 1.2 newer: refused (SPI_VERSION): "))
        .anyMatch(line -> line.contains("failing.jar 1.2 null: refused (NOT_CREATED): its static"))
        .contains("by name: sim:0")
        .contains(
            "by the rules: acme:0: the device cannot be opened: this is a toy; play with another")
        .hasSize(7);
  }
}
