package dev.sluice.testkit;

import dev.sluice.TransferCounts;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.ledger.Operation;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Asserts what a simulated device was asked to do. */
public final class SimDeviceAssert extends AbstractAssert<SimDeviceAssert, SimDevice> {

  SimDeviceAssert(SimDevice actual) {
    super(actual, SimDeviceAssert.class);
  }

  /** Fails unless the device counted, at its side, the same as the runtime did. */
  public SimDeviceAssert hasCounted(TransferCounts counts) {
    isNotNull();
    if (!actual.counts().equals(counts)) {
      throw failureWithActualExpected(
          actual.counts(),
          counts,
          "expected %s, but the device counted %s",
          counts,
          actual.counts());
    }
    return this;
  }

  /** Fails unless the device has so many bytes allocated. */
  public SimDeviceAssert hasLiveBytes(long bytes) {
    isNotNull();
    if (actual.liveBytes() != bytes) {
      throw failureWithActualExpected(
          actual.liveBytes(),
          bytes,
          "expected %s bytes to be allocated, but there are %s",
          bytes,
          actual.liveBytes());
    }
    return this;
  }

  /**
   * Fails unless these are the operations in the ledger, in order, with none before, between or
   * behind them. The device must have been opened with a ledger.
   */
  public SimDeviceAssert hasOperations(Operation.Kind... kinds) {
    isNotNull();
    List<Operation> ledger = actual.ledger();
    List<Operation.Kind> found = ledger.stream().map(Operation::kind).toList();
    if (!found.equals(List.of(kinds)) || actual.droppedOperations() > 0) {
      throw failureWithActualExpected(
          found,
          List.of(kinds),
          "expected the operations %s, but the ledger has, after %s that it no longer keeps:%n%s",
          List.of(kinds),
          actual.droppedOperations(),
          ledger);
    }
    return this;
  }

  /**
   * Fails unless the ledger has operations of this kind of so many bytes each, in order, and no
   * others of the kind. The device must have been opened with a ledger.
   */
  public SimDeviceAssert hasBytesOf(Operation.Kind kind, long... byteCounts) {
    isNotNull();
    List<Operation> ledger = actual.ledger();
    List<Long> found =
        ledger.stream().filter(done -> done.kind() == kind).map(Operation::byteCount).toList();
    List<Long> expected = Arrays.stream(byteCounts).boxed().toList();
    if (!found.equals(expected) || actual.droppedOperations() > 0) {
      throw failureWithActualExpected(
          found,
          expected,
          "expected %s of %s bytes, but the ledger has, after %s that it no longer keeps:%n%s",
          kind,
          expected,
          actual.droppedOperations(),
          ledger);
    }
    return this;
  }
}
