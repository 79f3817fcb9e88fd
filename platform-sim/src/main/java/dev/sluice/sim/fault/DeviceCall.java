package dev.sluice.sim.fault;

import java.util.Locale;

/** A call that a device is asked to make, and that can go wrong. */
public enum DeviceCall {
  /** Allocate memory. */
  ALLOCATE,
  /** Free memory. */
  FREE,
  /** Copy bytes to the device. */
  UPLOAD,
  /** Copy bytes to the host. */
  DOWNLOAD,
  /** Fill bytes on the device. */
  FILL,
  /** Tell the address of an allocation, for a report. */
  ADDRESS,
  /** Load a callable. */
  REGISTER,
  /** Unload a callable. */
  UNREGISTER,
  /** Accept a launch. */
  LAUNCH,
  /** End a launch whose kernel has run. */
  FINISH,
  /** Close the device. */
  CLOSE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
