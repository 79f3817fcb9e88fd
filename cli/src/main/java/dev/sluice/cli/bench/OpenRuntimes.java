package dev.sluice.cli.bench;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runtimes that are opened and closed together. */
final class OpenRuntimes implements AutoCloseable {

  private final List<DeviceRuntime> runtimes = new ArrayList<>();

  private OpenRuntimes() {}

  /** Opens a runtime for each mode, or none: if one fails, those before it are closed. */
  static OpenRuntimes open(List<TransferMode> modes, Function<TransferMode, DeviceRuntime> opener) {
    OpenRuntimes opened = new OpenRuntimes();
    try {
      modes.forEach(mode -> opened.runtimes.add(opener.apply(mode)));
      return opened;
    } catch (Throwable first) {
      RuntimeException second = opened.closeAll();
      if (second != null) {
        first.addSuppressed(second);
      }
      throw first;
    }
  }

  List<DeviceRuntime> list() {
    return runtimes;
  }

  /** Closes all; the first failure is thrown, the others suppressed. */
  @Override
  public void close() {
    RuntimeException first = closeAll();
    if (first != null) {
      throw first;
    }
  }

  private @Nullable RuntimeException closeAll() {
    RuntimeException first = null;
    for (DeviceRuntime runtime : runtimes) {
      try {
        runtime.close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    return first;
  }
}
