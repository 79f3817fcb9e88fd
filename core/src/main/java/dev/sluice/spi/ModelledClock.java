package dev.sluice.spi;

/**
 * An ability of simulated devices that say what their calls would have cost on the device they
 * model. Both clocks start at 0 when the device is opened and only go forward.
 */
public interface ModelledClock {

  /** Returns the time that all calls so far would have taken, in nanoseconds. */
  long elapsedNanos();

  /** Returns the part of it in which the device worked, in nanoseconds. */
  long deviceNanos();
}
