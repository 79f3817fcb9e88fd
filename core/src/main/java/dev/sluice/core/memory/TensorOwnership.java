package dev.sluice.core.memory;

import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/**
 * What a device tensor and its views share: reachable as long as one of them is, so that its end,
 * with the allocation still open, is a leak. Thread-safe.
 */
final class TensorOwnership {

  private final DeviceAllocation allocation;
  private volatile Cleaner.@Nullable Cleanable leakReport;

  TensorOwnership(DeviceAllocation allocation) {
    this.allocation = allocation;
  }

  DeviceAllocation allocation() {
    return allocation;
  }

  void reportWith(Cleaner.Cleanable report) {
    this.leakReport = report;
  }

  void close() {
    allocation.owner().close(allocation);
    Cleaner.Cleanable report = leakReport;
    if (report != null) {
      report.clean(); // runs the report, which finds the allocation closed and says nothing
    }
  }
}
