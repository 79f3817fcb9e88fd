package dev.sluice.cli.bench;

import dev.sluice.ModelledTimes;
import dev.sluice.RunReport;
import dev.sluice.TransferCounts;
import java.util.Optional;
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

  /** Returns what crossed for both. */
  TransferCounts counts() {
    return run.counts().plus(read.counts());
  }

  /** Returns how long both took, in nanoseconds. */
  long hostWallNanos() {
    return run.measured().hostWallNanos() + read.measuredNanos();
  }

  OptionalLong deviceWallNanos() {
    return run.measured().deviceWallNanos();
  }

  /** Returns what both would have taken; the device has no work to do for the reading. */
  Optional<ModelledTimes> modelled() {
    Long reading = read.modelledNanos();
    return reading == null
        ? Optional.empty()
        : run.modelled()
            .map(
                times ->
                    new ModelledTimes(times.hostWallNanos() + reading, times.deviceWallNanos()));
  }
}
