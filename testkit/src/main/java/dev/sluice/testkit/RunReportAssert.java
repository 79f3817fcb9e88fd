package dev.sluice.testkit;

import dev.sluice.RunReport;
import dev.sluice.TransferPlan;
import org.assertj.core.api.AbstractAssert;

/** Asserts what one run moved; a failure shows the run's plan. */
public final class RunReportAssert extends AbstractAssert<RunReportAssert, RunReport> {

  RunReportAssert(RunReport actual) {
    super(actual, RunReportAssert.class);
  }

  /** Fails unless the run uploaded so many bytes. */
  public RunReportAssert hasUploaded(long bytes) {
    isNotNull();
    return same("bytes up", bytes, actual.counts().uploadedBytes());
  }

  /** Fails unless the run downloaded so many bytes. */
  public RunReportAssert hasDownloaded(long bytes) {
    isNotNull();
    return same("bytes down", bytes, actual.counts().downloadedBytes());
  }

  /** Fails unless the run made so many copies to the device. */
  public RunReportAssert hasUploadCopies(long copies) {
    isNotNull();
    return same("copies up", copies, actual.counts().uploadCopies());
  }

  /** Fails unless the run made so many copies to the host. */
  public RunReportAssert hasDownloadCopies(long copies) {
    isNotNull();
    return same("copies down", copies, actual.counts().downloadCopies());
  }

  /** Fails if the run copied anything. */
  public RunReportAssert movesNothing() {
    return hasUploaded(0).hasDownloaded(0);
  }

  /** Fails if the run allocated device memory, which the first of several like it does. */
  public RunReportAssert allocatesNothing() {
    isNotNull();
    return same("allocations", 0, actual.counts().allocations());
  }

  /** Fails unless the run uploaded so many bytes of an argument. */
  public RunReportAssert hasUploaded(String argument, long bytes) {
    isNotNull();
    long uploaded = actual.counts(index(argument)).uploadedBytes();
    return same("bytes up of '" + argument + "'", bytes, uploaded);
  }

  /** Fails unless the run downloaded so many bytes of an argument. */
  public RunReportAssert hasDownloaded(String argument, long bytes) {
    isNotNull();
    long downloaded = actual.counts(index(argument)).downloadedBytes();
    return same("bytes down of '" + argument + "'", bytes, downloaded);
  }

  private int index(String argument) {
    for (TransferPlan.Argument planned : actual.plan().arguments()) {
      if (argument.equals(planned.name())) {
        return planned.index();
      }
    }
    throw failure("the run has no argument '%s'; it was:%n%s", argument, actual.plan().explain());
  }

  private RunReportAssert same(String what, long expected, long found) {
    if (expected != found) {
      throw failureWithActualExpected(
          found,
          expected,
          "expected %s %s, but the run made %s:%n%s",
          expected,
          what,
          found,
          actual.plan().explain());
    }
    return this;
  }
}
