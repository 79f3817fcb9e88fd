package dev.sluice.core;

import dev.sluice.PlatformKind;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The hardware devices that this process has open: the hardware allows one runtime each, so this is
 * the one piece of process-wide state. Thread-safe.
 */
final class OpenDevices {

  private static final ConcurrentMap<String, String> HOLDERS = new ConcurrentHashMap<>();

  private OpenDevices() {}

  /**
   * Takes a device for one runtime; a simulated one is free for all.
   *
   * @return gives the device back
   * @throws PlatformException if the device is taken, naming the holder
   */
  static Runnable take(PlatformKind kind, String device) {
    if (kind == PlatformKind.SIMULATED) {
      return () -> {};
    }
    String holder =
        "opened by thread '"
            + Thread.currentThread().getName()
            + "' at "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String other = HOLDERS.putIfAbsent(device, holder);
    if (other != null) {
      throw new PlatformException(
          ErrorDetail.builder()
              .device(device)
              .remedy("share that runtime, or close it first")
              .build(),
          "the device is already in use in this process, " + other);
    }
    return () -> HOLDERS.remove(device);
  }
}
