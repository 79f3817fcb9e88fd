package dev.sluice.cli.bench;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import java.util.List;
import java.util.function.Function;

/** The runtime of one mode. */
record ModeRuntime(BenchMode mode, DeviceRuntime runtime) {

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
