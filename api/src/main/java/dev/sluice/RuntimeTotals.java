package dev.sluice;

/**
 * What a runtime did since it was opened. Immutable.
 *
 * @param counts what crossed between host and device, memory calls included
 * @param delegatedBytes bytes that the platform uploaded itself
 * @param hostCopiedBytes bytes copied on the host, between heap memory and the runtime's direct
 *     buffer
 * @param runs runs that succeeded
 * @param failedRuns runs that failed after they were accepted
 * @param liveBytes device bytes allocated now: device tensors, managed tensors and staging
 * @param peakLiveBytes the most that {@code liveBytes} has been
 * @param evictions managed tensors whose device memory was taken for others
 */
public record RuntimeTotals(
    TransferCounts counts,
    long delegatedBytes,
    long hostCopiedBytes,
    long runs,
    long failedRuns,
    long liveBytes,
    long peakLiveBytes,
    long evictions) {}
