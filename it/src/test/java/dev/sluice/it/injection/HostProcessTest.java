package dev.sluice.it.injection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm;
import dev.sluice.it.jvm.ChildJvm.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hosts in processes of their own, on class path and module path: one without Guice, which runs
 * where there is none, and one that injects. Neither prints a warning.
 */
class HostProcessTest {

  private static final Path CHILD = Path.of("src", "test", "resources", "child");
  private static final Path PLAIN = CHILD.resolve("plain");
  private static final Path INJECTED = CHILD.resolve("injected");
  private static final Path INJECTED_MAIN = INJECTED.resolve(Path.of("injected", "Main.java"));

  @TempDir private Path folder;

  @Test
  void a_plain_host_runs_on_a_class_path_without_guice() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes =
        child.compile(
            List.of("--class-path", ChildJvm.jars()), List.of(PLAIN.resolve("Main.java")));

    Result result =
        child.java("--class-path", joined(classes.toString(), ChildJvm.jars()), "plain.Main");

    assertPrinted(result, "sim:0", "no Guice");
  }

  @Test
  void a_plain_host_runs_on_a_module_path_without_guice() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes =
        child.compile(
            List.of("--module-path", ChildJvm.jarsToCompileWith()),
            List.of(PLAIN.resolve("module-info.java"), PLAIN.resolve("Main.java")));

    Result result =
        child.java(
            "--module-path",
            joined(classes.toString(), ChildJvm.jars()),
            "--module",
            "plain/plain.Main");

    assertPrinted(result, "sim:0", "no Guice");
  }

  @Test
  void a_runtime_is_injected_on_the_class_path() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    String jars = joined(ChildJvm.jars(), GuiceJars.path());
    Path classes = child.compile(List.of("--class-path", jars), List.of(INJECTED_MAIN));

    Result result =
        child.java(
            GuiceJars.QUIET, "--class-path", joined(classes.toString(), jars), "injected.Main");

    assertPrinted(result, "sim:0");
  }

  @Test
  void a_runtime_is_injected_on_the_module_path() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes =
        child.compile(
            List.of("--module-path", joined(ChildJvm.jarsToCompileWith(), GuiceJars.path())),
            List.of(INJECTED.resolve("module-info.java"), INJECTED_MAIN));

    Result result =
        child.java(
            GuiceJars.QUIET,
            "--module-path",
            joined(classes.toString(), ChildJvm.jars(), GuiceJars.path()),
            "--add-modules",
            "com.google.common",
            "--module",
            "injected/injected.Main");

    assertPrinted(result, "sim:0");
  }

  private static String joined(String... paths) {
    return String.join(File.pathSeparator, paths);
  }

  private static void assertPrinted(Result result, String... lines) {
    assertThat(result.err()).as("standard error").isEmpty();
    assertThat(result.out()).containsExactly(lines);
    assertThat(result.exitCode()).isZero();
  }
}
