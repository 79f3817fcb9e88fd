package dev.sluice.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import dev.sluice.spi.DevicePlatform;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.slf4j.LoggerFactory;

/** Compiles a small host application and runs it in a Java process like this one. */
public final class ChildJvm {

  /**
   * What a process left behind.
   *
   * @param exitCode 0 where it went well
   * @param out the lines of standard output
   * @param err the lines of standard error
   */
  public record Result(int exitCode, List<String> out, List<String> err) {}

  private static final long PATIENCE_SECONDS = 60;

  private final Path folder;

  /** Works in an empty folder. */
  public ChildJvm(Path folder) {
    this.folder = folder;
  }

  /** Returns where the jars, or the classes, of api, core, simulator and SLF4J are. */
  public static String jars() {
    Class<?> simulator =
        ServiceLoader.load(DevicePlatform.class).stream()
            .map(ServiceLoader.Provider::type)
            .filter(type -> type.getName().startsWith("dev.sluice.sim."))
            .findFirst()
            .orElseThrow();
    return path(DeviceRuntime.class, Sluice.class, simulator, LoggerFactory.class);
  }

  /** Returns {@link #jars} and the nullness annotations, which only the compiler needs. */
  public static String jarsToCompileWith() {
    return jars() + File.pathSeparator + path(NullMarked.class);
  }

  /** Returns where the jars, or the classes, of these types are, as a path. */
  public static String path(Class<?>... types) {
    return Stream.of(types)
        .map(ChildJvm::location)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Compiles sources against the jars and returns the folder of the classes. */
  public Path compile(List<String> options, List<Path> sources) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    arguments.addAll(options);
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  arguments,
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as("compilation: %s", messages).isTrue();
    }
    return classes;
  }

  /**
   * Runs {@code java} in the folder with these arguments; SLF4J has no provider there and is told
   * not to mind.
   */
  public Result java(String... arguments) throws IOException, InterruptedException {
    return java(Map.of(), arguments);
  }

  /** Runs {@code java} likewise with these environment variables more. */
  public Result java(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx128m");
    command.add("-Dslf4j.internal.verbosity=ERROR");
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended).as("%s ended", command).isTrue();
    return new Result(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
  }
}
