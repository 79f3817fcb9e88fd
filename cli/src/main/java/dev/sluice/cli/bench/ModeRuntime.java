package dev.sluice.cli.bench;

import dev.sluice.DeviceRuntime;
import dev.sluice.PlatformKind;
import dev.sluice.TransferMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The runtime of one mode. */
record ModeRuntime(BenchMode mode, DeviceRuntime runtime) {

  /**
   * Opens a runtime for each mode and has them measured: all together on simulated devices, but one
   * after the other on hardware, of which a process opens a device once.
   *
   * @param measuring returns a result for each runtime that it gets
   */
  static <R> List<R> measure(
      List<BenchMode> modes,
      Function<TransferMode, DeviceRuntime> opener,
      Function<List<ModeRuntime>, List<R>> measuring) {
    List<BenchMode> others = modes.subList(1, modes.size());
    List<R> results = new ArrayList<>();
    try (Opened<ModeRuntime> first = openEach(modes.subList(0, 1), opener)) {
      ModeRuntime one = first.list().get(0);
      if (one.runtime().device().kind() == PlatformKind.SIMULATED) {
        try (Opened<ModeRuntime> more = openEach(others, opener)) {
          List<ModeRuntime> all = new ArrayList<>(first.list());
          all.addAll(more.list());
          return measuring.apply(all);
        }
      }
      results.addAll(measuring.apply(first.list()));
    }
    for (BenchMode mode : others) {
      try (Opened<ModeRuntime> next = openEach(List.of(mode), opener)) {
        results.addAll(measuring.apply(next.list()));
      }
    }
    return results;
  }

  /** Opens a runtime for each mode, or none. */
  static Opened<ModeRuntime> openEach(
      List<BenchMode> modes, Function<TransferMode, DeviceRuntime> opener) {
    return Opened.each(
        modes,
        mode -> new ModeRuntime(mode, opener.apply(mode.transferMode())),
        ModeRuntime::close);
  }

  private void close() {
    runtime.close();
  }
}
