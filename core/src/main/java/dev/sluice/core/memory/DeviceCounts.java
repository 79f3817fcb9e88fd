package dev.sluice.core.memory;

import dev.sluice.TransferCounts;
import org.jspecify.annotations.Nullable;

/** Counts of device calls that can be kept and compared without garbage. Not thread-safe. */
public final class DeviceCounts {

  long uploadedBytes;
  long uploadCopies;
  long downloadedBytes;
  long downloadCopies;
  long allocations;
  long frees;
  long fills;
  long launches;

  /** What {@link #since} returned last: a bound call does the same from run to run. */
  private @Nullable TransferCounts difference;

  /** Takes over the counts of another. */
  public void set(DeviceCounts other) {
    uploadedBytes = other.uploadedBytes;
    uploadCopies = other.uploadCopies;
    downloadedBytes = other.downloadedBytes;
    downloadCopies = other.downloadCopies;
    allocations = other.allocations;
    frees = other.frees;
    fills = other.fills;
    launches = other.launches;
  }

  /** Returns the counts as they stand. */
  public TransferCounts total() {
    return new TransferCounts(
        uploadedBytes,
        uploadCopies,
        downloadedBytes,
        downloadCopies,
        allocations,
        frees,
        fills,
        launches);
  }

  /** Returns what was counted since others were set to these. */
  public TransferCounts since(DeviceCounts earlier) {
    TransferCounts last = difference;
    if (last == null || !isBetween(earlier, last)) {
      last = total().minus(earlier.total());
      difference = last;
    }
    return last;
  }

  private boolean isBetween(DeviceCounts earlier, TransferCounts difference) {
    return uploadedBytes - earlier.uploadedBytes == difference.uploadedBytes()
        && uploadCopies - earlier.uploadCopies == difference.uploadCopies()
        && downloadedBytes - earlier.downloadedBytes == difference.downloadedBytes()
        && downloadCopies - earlier.downloadCopies == difference.downloadCopies()
        && allocations - earlier.allocations == difference.allocations()
        && frees - earlier.frees == difference.frees()
        && fills - earlier.fills == difference.fills()
        && launches - earlier.launches == difference.launches();
  }
}
