package dev.sluice.core.run;

import dev.sluice.RunReport;
import dev.sluice.RuntimeTotals;
import dev.sluice.TransferCounts;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.replica.ReplicaTable;

/**
 * Adds up what a runtime does. Written within the runtime's turn; what is published after each call
 * is readable from any thread, and is always that of whole calls.
 */
final class RunTotals {

  private final MeteredDevice device;
  private final ReplicaTable replicas;
  private long runs;
  private long failedRuns;
  private long delegatedBytes;
  private long hostCopiedBytes;
  private volatile RuntimeTotals published =
      new RuntimeTotals(TransferCounts.ZERO, 0, 0, 0, 0, 0, 0, 0);

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
    published =
        new RuntimeTotals(
            device.counts(),
            delegatedBytes,
            hostCopiedBytes,
            runs,
            failedRuns,
            device.liveBytes(),
            device.peakLiveBytes(),
            replicas.evictions());
  }

  RuntimeTotals published() {
    return published;
  }
}
