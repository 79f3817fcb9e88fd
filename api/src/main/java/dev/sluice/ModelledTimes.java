package dev.sluice;

/**
 * What a simulated device's cost model says one run would have taken, in nanoseconds: computed, not
 * measured. Immutable.
 *
 * @param hostWallNanos the whole run
 * @param deviceWallNanos the device's own work
 */
public record ModelledTimes(long hostWallNanos, long deviceWallNanos) {

  /** Returns host wall less device wall, in nanoseconds. */
  public long hostOverheadNanos() {
    return hostWallNanos - deviceWallNanos;
  }
}
