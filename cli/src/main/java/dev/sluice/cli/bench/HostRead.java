package dev.sluice.cli.bench;

import dev.sluice.TransferCounts;
import org.jspecify.annotations.Nullable;

/**
 * What it took the host to get the output after a run, outside the run.
 *
 * @param counts what crossed for it
 * @param measuredNanos measured
 * @param modelledNanos what the device's cost model says; null where there is none
 */
record HostRead(TransferCounts counts, long measuredNanos, @Nullable Long modelledNanos) {

  /** The run had brought the output to the host. */
  static final HostRead NOTHING = new HostRead(TransferCounts.ZERO, 0, 0L);

  double measuredMicros() {
    return measuredNanos / 1e3;
  }

  @Nullable Double modelledMicros() {
    return modelledNanos == null ? null : (Double) (modelledNanos / 1e3);
  }
}
