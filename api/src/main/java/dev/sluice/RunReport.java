package dev.sluice;

import dev.sluice.error.ArgumentRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one run did: its plan, and what was counted and timed while it was carried out. Immutable.
 */
public final class RunReport {

  /**
   * What crossed between host and device for one tensor argument. A copy that several arguments
   * share counts for the first of them.
   *
   * @param argument which
   * @param uploadedBytes bytes copied to the device
   * @param uploadCopies copies to the device
   * @param downloadedBytes bytes copied to the host
   * @param downloadCopies copies to the host
   */
  public record ArgumentCounts(
      ArgumentRef argument,
      long uploadedBytes,
      long uploadCopies,
      long downloadedBytes,
      long downloadCopies) {}

  /**
   * Numbers of one argument in {@link #argumentCounts}: bytes and copies up, bytes and copies down.
   */
  private static final int NUMBERS_PER_ARGUMENT = 4;

  private final String device;
  private final TransferPlan plan;
  private final TransferCounts counts;
  private final long[] argumentCounts;
  private final long delegatedBytes;
  private final long hostCopiedBytes;
  private final RunTimes measured;
  private final @Nullable ModelledTimes modelled;

  /**
   * Makes a report; used by the runtime.
   *
   * @param argumentCounts bytes and copies up, bytes and copies down, of each argument in turn;
   *     empty where nothing crossed
   */
  public RunReport(
      String device,
      TransferPlan plan,
      TransferCounts counts,
      long[] argumentCounts,
      long delegatedBytes,
      long hostCopiedBytes,
      RunTimes measured,
      @Nullable ModelledTimes modelled) {
    this.device = device;
    this.plan = plan;
    this.counts = counts;
    this.argumentCounts = argumentCounts.length == 0 ? argumentCounts : argumentCounts.clone();
    this.delegatedBytes = delegatedBytes;
    this.hostCopiedBytes = hostCopiedBytes;
    this.measured = measured;
    this.modelled = modelled;
  }

  /** Returns the device, such as {@code sim:0}. */
  public String device() {
    return device;
  }

  /** Returns the plan that was carried out. */
  public TransferPlan plan() {
    return plan;
  }

  /** Returns what crossed between host and device during this run. */
  public TransferCounts counts() {
    return counts;
  }

  /**
   * Returns what crossed for one tensor argument.
   *
   * @param index its position, from 0
   */
  public ArgumentCounts counts(int index) {
    ArgumentRef argument = plan.arguments().get(index).ref();
    if (argumentCounts.length == 0) {
      return new ArgumentCounts(argument, 0, 0, 0, 0);
    }
    int at = index * NUMBERS_PER_ARGUMENT;
    return new ArgumentCounts(
        argument,
        argumentCounts[at],
        argumentCounts[at + 1],
        argumentCounts[at + 2],
        argumentCounts[at + 3]);
  }

  /** Returns the bytes that the platform uploaded itself. */
  public long delegatedBytes() {
    return delegatedBytes;
  }

  /** Returns the bytes copied on the host between heap memory and the runtime's direct buffer. */
  public long hostCopiedBytes() {
    return hostCopiedBytes;
  }

  /** Returns the measured times. */
  public RunTimes measured() {
    return measured;
  }

  /** Returns what the device's cost model says, where the device has one. */
  public Optional<ModelledTimes> modelled() {
    return Optional.ofNullable(modelled);
  }

  @Override
  public String toString() {
    return "callable '"
        + plan.callable()
        + "' on "
        + device
        + ": "
        + counts.uploadedBytes()
        + " bytes up, "
        + counts.downloadedBytes()
        + " bytes down, "
        + measured.hostWallNanos() / 1000
        + " us";
  }
}
