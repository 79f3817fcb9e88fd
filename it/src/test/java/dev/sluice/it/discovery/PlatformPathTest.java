package dev.sluice.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line and a folder of platform jars. */
class PlatformPathTest {

  @TempDir private Path folder;
  private Path jars;

  @BeforeEach
  void build() throws IOException {
    jars = Files.createDirectories(folder.resolve("jars"));
    PlatformJar.of(jars, "acme").build();
    PlatformJar.of(jars, "zero").replacing("SpiVersion.CURRENT", "0").build();
  }

  private ChildJvm.Result sluice(String... arguments) throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of("--class-path", System.getProperty("java.class.path"), "dev.sluice.cli.Main"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--platform-path", jars.toString()));
    return new ChildJvm(folder).java(all.toArray(String[]::new));
  }

  @Test
  void platforms_lists_the_jars_of_the_folder_too() throws IOException, InterruptedException {
    Files.writeString(jars.resolve("broken.jar"), "not a jar");

    ChildJvm.Result result = sluice("platforms");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .containsExactly(
            "sluice: "
                + jars.resolve("broken.jar")
                + " is left out, it is not a jar: zip END header not found");
    assertThat(result.out())
        .anyMatch(line -> line.matches("sim +simulated +\\S+ +usable +.*"))
        .anyMatch(line -> line.matches("acme +hardware +1.2 +usable +.*/acme.jar"))
        .anyMatch(line -> line.matches("zero +\\? +1.2 +refused +.*/zero.jar"))
        .anyMatch(line -> line.startsWith("  zero.Provider: SPI_VERSION: it was compiled for SPI"));
  }

  @Test
  void a_command_runs_on_a_platform_of_the_folder() throws IOException, InterruptedException {
    ChildJvm.Result result = sluice("explain", "paged-attention", "--platform", "acme");

    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith(
            "sluice: acme:0: the device cannot be opened: this is a toy; play with another");
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain paged-attention", "bench paged-attention", "doctor"})
  void a_platform_that_is_there_but_lacks_its_driver_is_exit_code_1_with_the_reason(String command)
      throws IOException, InterruptedException {
    PlatformJar.of(jars, "driverless")
        .with(
            "@Override public Availability probe(DeviceOptions options) {"
                + " return Availability.unavailable(\"no driver\"); }")
        .build();

    ChildJvm.Result result = sluice((command + " --platform driverless").split(" "));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(Stream.of(result.out(), result.err()).flatMap(List::stream).toList())
        .singleElement()
        .asString()
        .startsWith("sluice: driverless: the platform is unavailable because no driver; found: ");
  }

  @Test
  void a_platform_that_was_refused_is_exit_code_1_with_the_reason()
      throws IOException, InterruptedException {
    PlatformJar.of(jars, "failing")
        .with("@Override public Availability probe(DeviceOptions options) { return null; }")
        .build();

    ChildJvm.Result result = sluice("explain", "paged-attention", "--platform", "failing");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("sluice: failing: the platform is refused (PROBE_FAILED): ");
  }

  @Test
  void a_platform_that_is_not_there_is_exit_code_2() throws IOException, InterruptedException {
    ChildJvm.Result result = sluice("explain", "paged-attention", "--platform", "nowhere");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("sluice: nowhere: no platform of this name was found; found: ")
        .endsWith("; see 'sluice explain paged-attention --help'");
  }

  @Test
  void a_jar_that_the_class_path_has_too_is_refused_and_named()
      throws IOException, InterruptedException {
    PlatformJar.of(jars, "again").build();

    ChildJvm.Result result =
        new ChildJvm(folder)
            .java(
                "--class-path",
                System.getProperty("java.class.path")
                    + ":"
                    + Files.copy(jars.resolve("again.jar"), folder.resolve("again.jar")),
                "dev.sluice.cli.Main",
                "platforms",
                "--platform-path",
                jars.toString());

    assertThat(result.out())
        .anyMatch(line -> line.matches("again +hardware +1.2 +usable +" + folder + "/again.jar"))
        .contains(
            "  again.Provider: SEEN_TWICE: the same class was found in "
                + folder.resolve("again.jar")
                + " before; remove one of the two");
  }
}
