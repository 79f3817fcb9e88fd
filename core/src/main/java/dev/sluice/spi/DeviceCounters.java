package dev.sluice.spi;

import dev.sluice.TransferCounts;

/**
 * An ability of devices that count for themselves what crosses between host and device, so that the
 * runtime's own counts can be checked against them. Readable from any thread.
 */
public interface DeviceCounters {

  /** Returns what the device counted since it was opened. */
  TransferCounts counts();

  /** Returns the bytes that are allocated now. */
  long liveBytes();

  /** Returns the most bytes that were ever allocated at once. */
  long peakLiveBytes();
}
