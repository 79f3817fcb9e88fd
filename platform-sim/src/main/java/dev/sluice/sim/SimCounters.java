package dev.sluice.sim;

import dev.sluice.TransferCounts;

/** What a device has done, counted where it is done. Thread-safe. */
final class SimCounters {

  private long uploadedBytes;
  private long uploadCopies;
  private long downloadedBytes;
  private long downloadCopies;
  private long allocations;
  private long frees;
  private long fills;
  private long launches;

  synchronized void allocated() {
    allocations++;
  }

  synchronized void freed() {
    frees++;
  }

  synchronized void uploaded(long bytes) {
    uploadedBytes += bytes;
    uploadCopies++;
  }

  synchronized void downloaded(long bytes) {
    downloadedBytes += bytes;
    downloadCopies++;
  }

  synchronized void filled() {
    fills++;
  }

  synchronized void launched() {
    launches++;
  }

  synchronized TransferCounts snapshot() {
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
}
