package dev.sluice.sim;

import dev.sluice.TransferCounts;
import dev.sluice.sim.check.Checks;
import dev.sluice.sim.check.Finding;
import dev.sluice.sim.check.Lint;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.fault.Fault;
import dev.sluice.sim.ledger.Ledger;
import dev.sluice.sim.ledger.Operation;
import dev.sluice.sim.memory.SimMemory;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.spi.DeviceFailure;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A simulated device's own view of what it was asked to do, for tests: {@code
 * runtime.capability(SimDevice.class)}. Reading it counts as nothing. Thread-safe. Counts and
 * ledger can be read after the runtime was closed; {@link #peek} cannot, for the memory is gone.
 */
public final class SimDevice implements DeviceCounters {

  private final SimMemory memory;
  private final SimCounters counters;
  private final Ledger ledger;
  private final Checks checks;
  private final CostProfile profile;
  private final ArmedFaults faults;

  SimDevice(
      SimMemory memory,
      SimCounters counters,
      Ledger ledger,
      Checks checks,
      CostProfile profile,
      ArmedFaults faults) {
    this.memory = memory;
    this.counters = counters;
    this.ledger = ledger;
    this.checks = checks;
    this.profile = profile;
    this.faults = faults;
  }

  @Override
  public TransferCounts counts() {
    return counters.snapshot();
  }

  @Override
  public long liveBytes() {
    return memory.liveBytes();
  }

  @Override
  public long peakLiveBytes() {
    return memory.peakLiveBytes();
  }

  /** Returns the newest operations in order; empty unless the device was opened with a ledger. */
  public List<Operation> ledger() {
    return ledger.operations();
  }

  /** Returns how many operations are older than those that the ledger kept. */
  public long droppedOperations() {
    return ledger.dropped();
  }

  /**
   * Returns where kernels did not do what their callables declare, each kind once for each argument
   * of a callable; empty unless the device was opened with all checks.
   */
  public List<Finding> findings() {
    return checks.findings().all();
  }

  /**
   * Returns which copies of runs were for nothing, as far as can be told from all launches so far;
   * empty unless the device was opened with all checks.
   */
  public List<Lint> lints() {
    return checks.transfers().lints();
  }

  /** Returns what the virtual clock charges. */
  public CostProfile profile() {
    return profile;
  }

  /**
   * Replaces the faults that the device has, and counts calls from now on; without any, nothing
   * goes wrong any more.
   */
  public void inject(Fault... others) {
    faults.arm(List.of(others));
  }

  /**
   * Returns a copy of device bytes, little-endian.
   *
   * @param handle an allocation, as in the ledger
   * @throws DeviceFailure if there is no such allocation, or the range is not inside it
   */
  public ByteBuffer peek(long handle, long offset, int length) {
    ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    memory.read(handle, offset, copy);
    return copy;
  }
}
