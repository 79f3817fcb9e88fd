package dev.sluice.spi;

import java.util.OptionalLong;

/**
 * A launch that the device has accepted. The core polls it until it is complete, then calls {@link
 * #finish} once; or, when it has waited long enough, {@link #abort} once.
 */
public interface Launch {

  /** Returns whether the device is done, well or badly. Never blocks and never throws. */
  boolean poll();

  /**
   * Ends a complete launch.
   *
   * @throws DeviceFailure if it failed; LOST if the device cannot go on
   */
  void finish();

  /** Gives up an incomplete launch. The core calls nothing but close on the context afterwards. */
  void abort();

  /** Returns how long the device worked, in nanoseconds, once finished; empty if it cannot tell. */
  OptionalLong deviceWallNanos();
}
