package dev.sluice.cli.bench;

import dev.sluice.RunReport;
import dev.sluice.TransferCounts;
import dev.sluice.TransferPlan;
import dev.sluice.cli.bench.BenchResult.Times;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A run, and the host's reading of its output. Immutable.
 *
 * @param run the run's report
 * @param read what the reading took beyond it
 * @param mismatch what was wrong with the output, or null if nothing was, or nothing was checked
 */
record Round(RunReport run, HostRead read, @Nullable String mismatch) {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Returns what crossed for both. */
  TransferCounts counts() {
    return run.counts().plus(read.counts());
  }

  /** Returns the bytes that went up for fewer copies, though the device had them. */
  long addedBytes() {
    return run.plan().arguments().stream().mapToLong(TransferPlan.Argument::addedBytes).sum();
  }

  /** Returns how long both took. */
  Times measured() {
    return times(
        run.measured().hostWallNanos() + read.measuredNanos(), run.measured().deviceWallNanos());
  }

  /** Returns what both would have taken; for the reading, the device has nothing to compute. */
  @Nullable Times modelled() {
    Long reading = read.modelledNanos();
    return reading == null || run.modelled().isEmpty()
        ? null
        : times(
            run.modelled().get().hostWallNanos() + reading,
            OptionalLong.of(run.modelled().get().deviceWallNanos()));
  }

  private static Times times(long hostWall, OptionalLong deviceWall) {
    double host = hostWall / NANOS_PER_MICRO;
    if (deviceWall.isEmpty()) {
      return new Times(host, null, null);
    }
    return new Times(
        host,
        deviceWall.getAsLong() / NANOS_PER_MICRO,
        (hostWall - deviceWall.getAsLong()) / NANOS_PER_MICRO);
  }
}
