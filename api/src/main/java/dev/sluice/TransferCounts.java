package dev.sluice;

/**
 * What crossed between host and device, counted at that border: by the runtime, and by devices that
 * count for themselves. Immutable.
 *
 * @param uploadedBytes bytes copied to the device
 * @param uploadCopies copies to the device
 * @param downloadedBytes bytes copied to the host
 * @param downloadCopies copies to the host
 * @param allocations device allocations made
 * @param frees device allocations freed
 * @param fills device ranges filled
 * @param launches launches that the device accepted
 */
public record TransferCounts(
    long uploadedBytes,
    long uploadCopies,
    long downloadedBytes,
    long downloadCopies,
    long allocations,
    long frees,
    long fills,
    long launches) {

  /** Nothing. */
  public static final TransferCounts ZERO = new TransferCounts(0, 0, 0, 0, 0, 0, 0, 0);

  /** Returns the sums. */
  public TransferCounts plus(TransferCounts other) {
    return new TransferCounts(
        uploadedBytes + other.uploadedBytes,
        uploadCopies + other.uploadCopies,
        downloadedBytes + other.downloadedBytes,
        downloadCopies + other.downloadCopies,
        allocations + other.allocations,
        frees + other.frees,
        fills + other.fills,
        launches + other.launches);
  }

  /** Returns the differences: what happened since {@code earlier} was taken. */
  public TransferCounts minus(TransferCounts earlier) {
    return new TransferCounts(
        uploadedBytes - earlier.uploadedBytes,
        uploadCopies - earlier.uploadCopies,
        downloadedBytes - earlier.downloadedBytes,
        downloadCopies - earlier.downloadCopies,
        allocations - earlier.allocations,
        frees - earlier.frees,
        fills - earlier.fills,
        launches - earlier.launches);
  }
}
