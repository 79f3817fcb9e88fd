package dev.sluice.core.run;

import dev.sluice.RunReport;
import dev.sluice.RuntimeTotals;
import dev.sluice.core.memory.DeviceCounts;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.replica.ReplicaTable;

/**
 * Adds up what a runtime does. Written within the runtime's turn; what is published after each call
 * is readable from any thread, and is always that of whole calls. Publishing makes no garbage,
 * because every run does it and few ask.
 */
final class RunTotals {

  private final MeteredDevice device;
  private final ReplicaTable replicas;
  private long runs;
  private long failedRuns;
  private long delegatedBytes;
  private long hostCopiedBytes;
  private final Published published = new Published();

  RunTotals(MeteredDevice device, ReplicaTable replicas) {
    this.device = device;
    this.replicas = replicas;
  }

  void succeeded(RunReport report) {
    runs++;
    delegatedBytes += report.delegatedBytes();
  }

  void failed() {
    failedRuns++;
  }

  void hostCopied(long bytes) {
    hostCopiedBytes += bytes;
  }

  void publish() {
    published.set(this);
  }

  RuntimeTotals published() {
    return published.get();
  }

  /** The totals after the last whole call. Thread-safe. */
  private static final class Published {

    private final DeviceCounts counts = new DeviceCounts();
    private long runs;
    private long failedRuns;
    private long delegatedBytes;
    private long hostCopiedBytes;
    private long liveBytes;
    private long peakLiveBytes;
    private long evictions;

    synchronized void set(RunTotals totals) {
      counts.set(totals.device.counts());
      runs = totals.runs;
      failedRuns = totals.failedRuns;
      delegatedBytes = totals.delegatedBytes;
      hostCopiedBytes = totals.hostCopiedBytes;
      liveBytes = totals.device.liveBytes();
      peakLiveBytes = totals.device.peakLiveBytes();
      evictions = totals.replicas.evictions();
    }

    synchronized RuntimeTotals get() {
      return new RuntimeTotals(
          counts.total(),
          delegatedBytes,
          hostCopiedBytes,
          runs,
          failedRuns,
          liveBytes,
          peakLiveBytes,
          evictions);
    }
  }
}
