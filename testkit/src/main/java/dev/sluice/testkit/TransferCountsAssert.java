package dev.sluice.testkit;

import dev.sluice.TransferCounts;
import org.assertj.core.api.AbstractAssert;

/** Asserts what was counted at the border to the device. */
public final class TransferCountsAssert
    extends AbstractAssert<TransferCountsAssert, TransferCounts> {

  TransferCountsAssert(TransferCounts actual) {
    super(actual, TransferCountsAssert.class);
  }

  /** Fails unless so many bytes were uploaded. */
  public TransferCountsAssert hasUploaded(long bytes) {
    isNotNull();
    return same("bytes up", bytes, actual.uploadedBytes());
  }

  /** Fails unless so many bytes were downloaded. */
  public TransferCountsAssert hasDownloaded(long bytes) {
    isNotNull();
    return same("bytes down", bytes, actual.downloadedBytes());
  }

  /** Fails unless so many launches were made. */
  public TransferCountsAssert hasLaunches(long launches) {
    isNotNull();
    return same("launches", launches, actual.launches());
  }

  private TransferCountsAssert same(String what, long expected, long found) {
    if (expected != found) {
      throw failureWithActualExpected(
          found,
          expected,
          "expected %s %s, but counted were %s: %s",
          expected,
          what,
          found,
          actual);
    }
    return this;
  }
}
