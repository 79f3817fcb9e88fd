package dev.sluice.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A host application in a process of its own that lists the platforms and opens two. */
final class Lister {

  private static final Path SOURCES = Path.of("src", "test", "resources", "child", "platforms");
  private static final Path MAIN = SOURCES.resolve("Main.java");

  private final Path folder;

  Lister(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder.resolve("lister"));
  }

  /** Runs it on the class path with these jars behind ours; returns what it printed. */
  List<String> onClassPath(List<Path> jars, String... options)
      throws IOException, InterruptedException {
    return onClassPath(ChildJvm.jars() + File.pathSeparator + joined(jars), options);
  }

  /** Runs it on this class path; returns what it printed. */
  List<String> onClassPath(String path, String... options)
      throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes = child.compile(List.of("--class-path", ChildJvm.jars()), List.of(MAIN));
    return printed(
        child, options, "--class-path", classes + File.pathSeparator + path, "platforms.Main");
  }

  /** Runs it on the module path with these jars behind ours; returns what it printed. */
  List<String> onModulePath(List<Path> jars) throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    Path classes =
        child.compile(
            List.of("--module-path", ChildJvm.jarsToCompileWith()),
            List.of(SOURCES.resolve("module-info.java"), MAIN));
    return printed(
        child,
        new String[0],
        "--module-path",
        Stream.of(classes.toString(), ChildJvm.jars(), joined(jars))
            .collect(Collectors.joining(File.pathSeparator)),
        "--module",
        "platforms/platforms.Main");
  }

  private static List<String> printed(ChildJvm child, String[] options, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of(arguments));
    ChildJvm.Result result = child.java(all.toArray(String[]::new));
    assertThat(result.err()).as("standard error").isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  static String joined(List<Path> jars) {
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
