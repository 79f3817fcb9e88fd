package dev.sluice.spi;

import dev.sluice.PlatformKind;

/**
 * A kind of device: the service that a platform jar provides. Found by {@code ServiceLoader}, so it
 * has a public constructor without parameters and is listed both in {@code module-info} and in
 * {@code META-INF/services/dev.sluice.spi.DevicePlatform}.
 *
 * <p>Making one has no side effects: it loads no native library, opens no file and starts no
 * thread. Thread-safe.
 */
public interface DevicePlatform {

  /** Returns the name that applications choose the platform by: lower case, letters and digits. */
  String name();

  /** Returns whether the platform drives real devices. */
  PlatformKind kind();

  /** Returns the SPI version the platform was compiled for: {@link SpiVersion#CURRENT}. */
  int spiVersion();

  /** Returns which of several available HARDWARE platforms is preferred: the highest. */
  default int priority() {
    return 0;
  }

  /** Returns which threads may use the contexts that this platform opens. */
  default ThreadConfinement confinement() {
    return ThreadConfinement.ANY;
  }

  /** Looks whether the platform can be used here; loads nothing and never throws. */
  default Availability probe() {
    return Availability.available();
  }

  /**
   * Looks whether a device could be opened with these options; loads nothing and never throws. This
   * is what the core asks; a platform whose availability depends on its options answers it here.
   */
  default Availability probe(DeviceOptions options) {
    return probe();
  }

  /**
   * Opens a device.
   *
   * @throws DeviceFailure if it cannot be opened, or an option is unknown or wrong
   */
  DeviceContext open(DeviceOptions options);
}
