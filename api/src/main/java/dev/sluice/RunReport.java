package dev.sluice;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one run did: its plan, and what was counted and timed while it was carried out. Immutable.
 */
public final class RunReport {

  private final String device;
  private final TransferPlan plan;
  private final TransferCounts counts;
  private final long delegatedBytes;
  private final long hostCopiedBytes;
  private final RunTimes measured;
  private final @Nullable ModelledTimes modelled;

  /** Makes a report; used by the runtime. */
  public RunReport(
      String device,
      TransferPlan plan,
      TransferCounts counts,
      long delegatedBytes,
      long hostCopiedBytes,
      RunTimes measured,
      @Nullable ModelledTimes modelled) {
    this.device = device;
    this.plan = plan;
    this.counts = counts;
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
