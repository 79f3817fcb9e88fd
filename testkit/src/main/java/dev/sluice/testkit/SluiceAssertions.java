package dev.sluice.testkit;

import dev.sluice.RunReport;
import dev.sluice.TransferCounts;
import dev.sluice.sim.SimDevice;
import dev.sluice.tensor.HostTensor;

/** Assertions about what moved, to be imported statically beside those of AssertJ. Stateless. */
public final class SluiceAssertions {

  private SluiceAssertions() {}

  /** Starts an assertion about one run. */
  public static RunReportAssert assertThat(RunReport actual) {
    return new RunReportAssert(actual);
  }

  /** Starts an assertion about counts, such as those of {@code runtime.totals()}. */
  public static TransferCountsAssert assertThat(TransferCounts actual) {
    return new TransferCountsAssert(actual);
  }

  /** Starts an assertion about a simulated device and its ledger. */
  public static SimDeviceAssert assertThat(SimDevice actual) {
    return new SimDeviceAssert(actual);
  }

  /** Starts an assertion about the contents of a host tensor. */
  public static HostTensorAssert assertThat(HostTensor actual) {
    return new HostTensorAssert(actual);
  }
}
