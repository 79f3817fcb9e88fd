package dev.sluice.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars work as named modules and on the class path, and print no warnings. */
class ModulePathTest {

  private static final Path SOURCES = Path.of("src", "test", "resources", "child");
  private static final Path MAIN = SOURCES.resolve(Path.of("hello", "Main.java"));

  @TempDir private Path folder;

  @Test
  void a_host_application_runs_on_the_module_path() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes =
        child.compile(
            List.of("--module-path", ChildJvm.jarsToCompileWith()),
            List.of(SOURCES.resolve("module-info.java"), MAIN));

    assertRan(
        child.java(
            "--module-path",
            classes + File.pathSeparator + ChildJvm.jars(),
            "--module",
            "hello/hello.Main"),
        "named module");
  }

  @Test
  void a_host_application_runs_on_the_class_path() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes = child.compile(List.of("--class-path", ChildJvm.jars()), List.of(MAIN));

    assertRan(
        child.java("--class-path", classes + File.pathSeparator + ChildJvm.jars(), "hello.Main"),
        "class path");
  }

  private static void assertRan(Result result, String where) {
    assertThat(result.err()).as("standard error").isEmpty();
    assertThat(result.out())
        .containsExactly("42.0 on sim:0", "12 up, 12 down", "overlap refused", where);
    assertThat(result.exitCode()).isZero();
  }
}
