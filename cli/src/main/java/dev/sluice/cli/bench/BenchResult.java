package dev.sluice.cli.bench;

import dev.sluice.DeviceInfo;
import dev.sluice.TransferCounts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was measured. Immutable.
 *
 * @param request what was asked
 * @param device where it ran
 * @param modes one result for each mode, in order
 */
public record BenchResult(BenchRequest request, DeviceInfo device, List<Mode> modes) {

  /** Whether the output of every round was right. */
  public enum Golden {
    /** It was. */
    PASS,
    /** That of at least one round was not. */
    FAIL,
    /** There is no result to check. */
    SKIPPED
  }

  /**
   * Times of a round, medians over rounds, or sums, in microseconds; null where the device does not
   * tell.
   *
   * @param hostWall the whole call
   * @param deviceWall the device's own work
   * @param hostOverhead their difference; of medians, the median of the differences of each round
   */
  public record Times(double hostWall, @Nullable Double deviceWall, @Nullable Double hostOverhead) {

    /** Returns the sums. */
    Times plus(Times other) {
      return new Times(
          hostWall + other.hostWall,
          sum(deviceWall, other.deviceWall),
          sum(hostOverhead, other.hostOverhead));
    }

    private static @Nullable Double sum(@Nullable Double one, @Nullable Double other) {
      return one == null || other == null ? null : (Double) (one + other);
    }
  }

  /**
   * What is told of a mode with managed tensors besides its steady rounds.
   *
   * @param firstRound what the round before all others moved
   * @param read what one steady round moved when the host read the output, outside the run; it is
   *     contained in the round
   * @param readMeasured the median of what that took, in microseconds; contained in host wall
   * @param readModelled the same, modelled; null where the device has no cost model
   */
  public record Managed(
      TransferCounts firstRound,
      TransferCounts read,
      double readMeasured,
      @Nullable Double readModelled) {}

  /**
   * One mode.
   *
   * @param mode which
   * @param round what one steady round moved
   * @param deviceAllocations device allocations of all measured rounds together
   * @param measured medians of measured times
   * @param fastest the shortest measured host wall, in microseconds
   * @param slowest the longest measured host wall, in microseconds
   * @param modelled medians of modelled times; null where the device has no cost model
   * @param managed what managed tensors add to this; null without them
   * @param golden whether every round's output was right
   * @param mismatch what was wrong with the first that was not, or null
   */
  public record Mode(
      BenchMode mode,
      TransferCounts round,
      long deviceAllocations,
      Times measured,
      double fastest,
      double slowest,
      @Nullable Times modelled,
      @Nullable Managed managed,
      Golden golden,
      @Nullable String mismatch) {}

  /** Returns the result of a mode, if it was measured. */
  public Optional<Mode> mode(BenchMode mode) {
    return modes.stream().filter(result -> result.mode() == mode).findFirst();
  }

  /** Returns whether no output was wrong. */
  public boolean isGood() {
    return modes.stream().noneMatch(result -> result.golden() == Golden.FAIL);
  }
}
