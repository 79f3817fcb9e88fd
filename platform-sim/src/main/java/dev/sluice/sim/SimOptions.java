package dev.sluice.sim;

import dev.sluice.DeviceLimits;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.fault.Fault;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a simulated device behaves. Immutable. */
public final class SimOptions {

  /**
   * The device memory of an Ascend 910B: 64 GiB. Host memory is only taken for what is allocated.
   */
  public static final long DEFAULT_CAPACITY_BYTES = 64L << 30;

  /** How many operations a ledger that is on keeps. */
  public static final int DEFAULT_LEDGER_LIMIT = 10_000;

  /** What the addresses of allocations are multiples of. */
  public static final long BASE_ALIGNMENT_BYTES = 512;

  private final long capacityBytes;
  private final CostProfile profile;
  private final boolean refill;
  private final CheckLevel checks;
  private final int ledgerLimit;
  private final @Nullable DeviceLimits limits;
  private final List<Fault> faults;

  private SimOptions(Builder builder) {
    this.capacityBytes = builder.capacityBytes;
    this.profile = builder.profile;
    this.refill = builder.refill;
    this.checks = builder.checks;
    this.ledgerLimit = builder.ledgerLimit;
    this.limits = builder.limits;
    this.faults = builder.faults;
  }

  /** Returns a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the most bytes that are allocated at once. */
  public long capacityBytes() {
    return capacityBytes;
  }

  /** Returns what device calls cost on the virtual clock. */
  public CostProfile profile() {
    return profile;
  }

  /** Returns whether memory that nobody wrote is filled with a pattern. */
  public boolean refill() {
    return refill;
  }

  /** Returns how closely kernels are held to their declared directions. */
  public CheckLevel checks() {
    return checks;
  }

  /** Returns how many operations the ledger keeps; 0 where it is off. */
  public int ledgerLimit() {
    return ledgerLimit;
  }

  /** Returns what the device can take. */
  public DeviceLimits limits() {
    return limits != null
        ? limits
        : DeviceLimits.builder()
            .largestAllocationBytes(capacityBytes)
            .memoryBytes(capacityBytes)
            .baseAlignmentBytes(BASE_ALIGNMENT_BYTES)
            .build();
  }

  /** Returns what goes wrong on the device. */
  public List<Fault> faults() {
    return faults;
  }

  Builder toBuilder() {
    Builder copy = new Builder();
    copy.capacityBytes = capacityBytes;
    copy.profile = profile;
    copy.refill = refill;
    copy.checks = checks;
    copy.ledgerLimit = ledgerLimit;
    copy.limits = limits;
    copy.faults = faults;
    return copy;
  }

  /** Collects options. Not thread-safe. */
  public static final class Builder {

    private long capacityBytes = DEFAULT_CAPACITY_BYTES;
    private CostProfile profile = CostProfile.free();
    private boolean refill = true;
    private CheckLevel checks = CheckLevel.ACCESS;
    private int ledgerLimit;
    private @Nullable DeviceLimits limits;
    private List<Fault> faults = List.of();

    private Builder() {}

    /** Sets the most bytes that are allocated at once; by default 64 GiB. */
    public Builder capacityBytes(long bytes) {
      if (bytes < 1) {
        throw rejected("a capacity of " + bytes + " bytes", "give at least 1");
      }
      this.capacityBytes = bytes;
      return this;
    }

    /** Sets what device calls cost on the virtual clock; by default nothing. */
    public Builder profile(CostProfile costs) {
      this.profile = Objects.requireNonNull(costs, "costs");
      return this;
    }

    /**
     * Sets whether memory is filled with a pattern when it is handed out, and, before each launch,
     * where the launch may write but not read; by default it is. Switch it off for benchmarks only.
     */
    public Builder refill(boolean on) {
      this.refill = on;
      return this;
    }

    /** Sets how closely kernels are held to their declared directions; by default ACCESS. */
    public Builder checks(CheckLevel level) {
      this.checks = Objects.requireNonNull(level, "level");
      return this;
    }

    /** Sets how many operations the ledger keeps; by default 0, which switches it off. */
    public Builder ledgerLimit(int operations) {
      if (operations < 0) {
        throw rejected("a ledger of " + operations + " operations", "give 0 or more");
      }
      this.ledgerLimit = operations;
      return this;
    }

    /** Sets what the device can take; by default anything up to its capacity. */
    public Builder limits(DeviceLimits taken) {
      this.limits = Objects.requireNonNull(taken, "taken");
      return this;
    }

    /** Sets what goes wrong on the device; by default nothing. Each device counts for itself. */
    public Builder faults(Fault... planned) {
      this.faults = List.of(planned);
      return this;
    }

    /** Returns the options. */
    public SimOptions build() {
      return new SimOptions(this);
    }

    private static RejectedCallException rejected(String problem, String remedy) {
      return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
    }
  }
}
