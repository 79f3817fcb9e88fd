package dev.sluice.spi.hostruntime;

import dev.sluice.spi.Availability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the files of an installed host runtime are: the folder {@code build/lib} of its project, or
 * a copy of it. Immutable.
 *
 * @param home that folder
 * @param simContext null on hardware
 * @param dispatcher null on a simulator
 */
record HostRuntimeFiles(
    Path home,
    @Nullable Path simContext,
    Path hostRuntime,
    Path aicpu,
    Path aicore,
    @Nullable Path dispatcher) {

  static HostRuntimeFiles of(HostRuntimeFamily family, HostRuntimeOptions options, Path home) {
    Path folder =
        home.resolve(family.name())
            .resolve(options.variant().text())
            .resolve(options.runtime().text());
    boolean simulated = options.variant() == HostRuntimeOptions.Variant.SIM;
    return new HostRuntimeFiles(
        home,
        simulated ? home.resolve("libcpu_sim_context.so") : null,
        folder.resolve("libhost_runtime.so"),
        folder.resolve("libaicpu_kernel.so"),
        folder.resolve(simulated ? "libaicore_kernel.so" : "aicore_kernel.o"),
        simulated
            ? null
            : home.resolve(family.name())
                .resolve("dispatcher")
                .resolve("libsimpler_aicpu_dispatcher.so"));
  }

  /** Returns whether all files are there; looks, and loads nothing. */
  Availability look() {
    if (!Files.isDirectory(home)) {
      return Availability.unavailable("the host runtime's home " + home + " is not a folder");
    }
    List<String> missing = new ArrayList<>();
    for (Path file : all()) {
      if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
        missing.add(home.relativize(file).toString());
      }
    }
    return missing.isEmpty()
        ? Availability.available()
        : Availability.unavailable(
            "the host runtime's home " + home + " lacks " + String.join(", ", missing));
  }

  private List<Path> all() {
    List<Path> all = new ArrayList<>();
    if (simContext != null) {
      all.add(simContext);
    }
    all.addAll(List.of(hostRuntime, aicpu, aicore));
    if (dispatcher != null) {
      all.add(dispatcher);
    }
    return all;
  }
}
