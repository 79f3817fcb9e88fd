package dev.sluice.cli.bench;

import dev.sluice.DeviceInfo;
import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Times;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What decoding gave. Immutable.
 *
 * @param request what was asked
 * @param device where it ran
 * @param modes one result for each mode, in order
 */
public record DecodeResult(DecodeRequest request, DeviceInfo device, List<Mode> modes) {

  /**
   * One step, or several together: the run, and where the output was not down yet, its way to the
   * host.
   *
   * @param counts what moved
   * @param addedBytes bytes up of these that the device had, between others, for fewer copies
   * @param measured measured times
   * @param modelled modelled times; null where the device has no cost model
   * @param golden whether the output was right
   */
  public record Step(
      TransferCounts counts,
      long addedBytes,
      Times measured,
      @Nullable Times modelled,
      Golden golden) {

    /** Returns both together. */
    Step plus(Step other) {
      return new Step(
          counts.plus(other.counts),
          addedBytes + other.addedBytes,
          measured.plus(other.measured),
          modelled == null || other.modelled == null ? null : modelled.plus(other.modelled),
          golden == Golden.FAIL ? golden : other.golden);
    }
  }

  /**
   * One mode.
   *
   * @param mode which
   * @param steps each step, at least one
   * @param mismatch what was wrong with the first output that was, or null
   */
  public record Mode(BenchMode mode, List<Step> steps, @Nullable String mismatch) {

    /** Returns for each step what all steps up to it came to. */
    public List<Step> cumulative() {
      List<Step> sums = new ArrayList<>();
      for (Step step : steps) {
        sums.add(sums.isEmpty() ? step : sums.get(sums.size() - 1).plus(step));
      }
      return sums;
    }

    /** Returns all steps together. */
    public Step total() {
      return steps.stream().reduce(Step::plus).orElseThrow();
    }
  }

  /** Returns whether no output was wrong. */
  public boolean isGood() {
    return modes.stream().noneMatch(mode -> mode.mismatch() != null);
  }
}
