package dev.sluice.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.kernel.NativeKernel.CoreType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One build of the stand-in, in a home folder as the host runtime's own build lays it out. What a
 * callable does is chosen by its entry: {@code vector_add}, {@code scaled_copy}, {@code
 * strided_copy}, {@code writes_half}, {@code writes_nothing}, {@code fails_with_7}, {@code
 * fails_generic}, {@code fails_with_scalar}, {@code never_finishes}, {@code crashes}, {@code
 * exits}, {@code reads_control}, {@code mixing}, {@code adds_one}, {@code fails_half_way}. Built
 * once for a process.
 */
public final class StandIn {

  /** How the stand-in differs from build to build. */
  public record Build(String platform, String variant, String runtime) {

    /** Returns whether orchestrations run on the host. */
    public boolean buildsGraphOnHost() {
      return runtime.equals("host_build_graph");
    }

    private Path folder(Path home) {
      return home.resolve(platform).resolve(variant).resolve(runtime);
    }

    @Override
    public String toString() {
      return platform + " " + variant + " " + runtime;
    }
  }

  private static final Path SOURCES = Path.of("src", "test", "c");
  private static final Path TARGET = Path.of("target", "standin").toAbsolutePath();
  private static final Map<String, Path> BUILT = new LinkedHashMap<>();

  private final Build build;
  private final Path home;

  private StandIn(Build build, Path home) {
    this.build = build;
    this.home = home;
  }

  /** Returns all builds of a variant: both families, both runtimes. */
  public static Stream<Build> builds(String variant) {
    return Stream.of("a2a3", "a5")
        .flatMap(
            platform ->
                Stream.of("tensormap_and_ringbuffer", "host_build_graph")
                    .map(runtime -> new Build(platform, variant, runtime)));
  }

  /** Returns the stand-in of a build, without faults. */
  public static StandIn of(Build build) {
    StandIn standIn = new StandIn(build, TARGET.resolve("home"));
    standIn.install(library(build), build.folder(standIn.home).resolve("libhost_runtime.so"));
    standIn.installTheRest();
    standIn.configure();
    return standIn;
  }

  /** Returns a stand-in in a home of its own whose host runtime is compiled with these options. */
  public static StandIn with(Build build, Path home, String... options) {
    StandIn standIn = new StandIn(build, home);
    standIn.install(library(build, options), build.folder(home).resolve("libhost_runtime.so"));
    standIn.installTheRest();
    return standIn;
  }

  /** Returns the file of the host runtime, which a test may spoil where the home is its own. */
  public Path hostRuntime() {
    return build.folder(home).resolve("libhost_runtime.so");
  }

  /** Returns the home folder. */
  public Path home() {
    return home;
  }

  /** Returns the options that open a device of this build, whose failures are not logged. */
  public Map<String, String> options() {
    return Map.of(
        "home", home.toString(),
        "variant", build.variant(),
        "runtime", build.runtime(),
        "log", "off");
  }

  /**
   * Sets what goes wrong, in lines such as {@code fail copy_to_device_ctx 2 5} (the second such
   * call returns 5), {@code polls 3}, {@code memory 4096}, {@code room 4096} (bytes that are handed
   * out), {@code hold} (no run completes), {@code log FILE}.
   */
  public void configure(String... lines) {
    Path file = build.folder(home).resolve("standin.conf");
    try {
      Path whole = Files.createTempFile(file.getParent(), "conf", null);
      Files.write(whole, List.of(lines));
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns an artifact whose orchestration starts at an entry of the stand-in. */
  public static NativeArtifact artifact(String entry, String... hostArguments) {
    return NativeArtifact.builder()
        .orchestration(sharedObject("orchestration"))
        .entry(entry)
        .kernel(NativeKernel.builder(0, CoreType.AIV).binary(sharedObject("kernel")).build())
        .hostArguments(hostArguments)
        .build();
  }

  /** Returns the same with a kernel that is text alone, as it runs on a core. */
  public static NativeArtifact textArtifact(String entry) {
    return NativeArtifact.builder()
        .orchestration(sharedObject("orchestration"))
        .entry(entry)
        .kernel(NativeKernel.builder(0, CoreType.AIV).binary(new byte[] {1, 2, 3, 4}).build())
        .build();
  }

  /** Returns the head of an ELF shared object, which is all that the stand-in looks at. */
  public static byte[] sharedObject(String text) {
    byte[] bytes = Arrays.copyOf(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 64 + text.length());
    bytes[16] = 3; // ET_DYN
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, bytes, 64, text.length());
    return bytes;
  }

  private void installTheRest() {
    boolean simulated = build.variant().equals("sim");
    Path folder = build.folder(home);
    write(folder.resolve("libaicpu_kernel.so"));
    write(folder.resolve(simulated ? "libaicore_kernel.so" : "aicore_kernel.o"));
    if (simulated) {
      install(simContext(), home.resolve("libcpu_sim_context.so"));
    } else {
      write(
          home.resolve(build.platform())
              .resolve("dispatcher")
              .resolve("libsimpler_aicpu_dispatcher.so"));
    }
  }

  private static void write(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, file.getFileName().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts a library there, once: a process that has opened it must not see it change. */
  private void install(Path library, Path file) {
    try {
      Files.createDirectories(file.getParent());
      if (!Files.exists(file) || Files.mismatch(library, file) >= 0) {
        Path whole = Files.createTempFile(file.getParent(), "lib", null);
        Files.copy(library, whole, StandardCopyOption.REPLACE_EXISTING);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path library(Build build, String... more) {
    List<String> options = new ArrayList<>(List.of(more));
    if (build.platform().equals("a5")) {
      options.add("-DSTANDIN_A5");
    }
    if (build.variant().equals("onboard")) {
      options.add("-DSTANDIN_ONBOARD");
    }
    if (build.buildsGraphOnHost()) {
      options.add("-DSTANDIN_HOST_BUILD_GRAPH");
    }
    return compiled("standin", options);
  }

  private static Path simContext() {
    return compiled("simcontext", List.of());
  }

  private static synchronized Path compiled(String folder, List<String> options) {
    return BUILT.computeIfAbsent(folder + options, key -> compile(folder, options));
  }

  private static Path compile(String folder, List<String> options) {
    try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
      Files.createDirectories(TARGET);
      Path library = Files.createTempFile(TARGET, folder, ".so");
      List<String> command =
          new ArrayList<>(
              List.of("gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC"));
      command.addAll(List.of("-shared", "-fvisibility=hidden", "-pthread"));
      command.addAll(options);
      command.addAll(List.of("-o", library.toString()));
      files.map(Path::toString).filter(file -> file.endsWith(".c")).sorted().forEach(command::add);
      Path messages = TARGET.resolve("gcc.txt");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(messages.toFile())
              .start();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("gcc has ended").isTrue();
      assertThat(process.exitValue())
          .as("gcc, which these tests need: %s", Files.readString(messages))
          .isZero();
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException("gcc is needed for these tests", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
