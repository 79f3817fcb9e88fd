package dev.sluice.sim.cost;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.CopyCosts;

/**
 * The cost of each kind of device call: a fixed part and a rate. A calibration on published
 * measurements, not a prediction. Allocations and fills cost nothing, for nothing is published of
 * them. Immutable.
 */
public final class CostProfile {

  /** Key and value cache of the published case, 16 384 blocks of 128 x 128 bfloat16 each. */
  private static final double CASE1_CACHE_BYTES = 2 * 16_384.0 * 128 * 128 * 2;

  /** The mean of the two published device times of that case, 2 788 us and 2 763 us. */
  private static final double CASE1_DEVICE_SECONDS = 2_775.5e-6;

  private static final CostProfile FREE = builder("free").build();

  private static final CostProfile A2A3 =
      builder("a2a3")
          .uploadBytesPerSecond(32.76e9)
          .downloadBytesPerSecond(25.28e9)
          .copyNanos(12_800)
          .launchNanos(43_300)
          .deviceBytesPerSecond(CASE1_CACHE_BYTES / CASE1_DEVICE_SECONDS)
          .build();

  private final String name;
  private final double uploadBytesPerSecond;
  private final double downloadBytesPerSecond;
  private final double deviceBytesPerSecond;
  private final long copyNanos;
  private final long launchNanos;

  private CostProfile(Builder builder) {
    this.name = builder.name;
    this.uploadBytesPerSecond = builder.uploadBytesPerSecond;
    this.downloadBytesPerSecond = builder.downloadBytesPerSecond;
    this.deviceBytesPerSecond = builder.deviceBytesPerSecond;
    this.copyNanos = builder.copyNanos;
    this.launchNanos = builder.launchNanos;
  }

  /** Returns the profile in which nothing costs anything. */
  public static CostProfile free() {
    return FREE;
  }

  /** Returns the profile calibrated on published a2a3 measurements; see {@code docs/design}. */
  public static CostProfile a2a3() {
    return A2A3;
  }

  /**
   * Returns a profile by name.
   *
   * @param name {@code free} or {@code a2a3}
   * @throws RejectedCallException if there is no such profile
   */
  public static CostProfile named(String name) {
    return switch (name) {
      case "free" -> FREE;
      case "a2a3" -> A2A3;
      default ->
          throw new RejectedCallException(
              ErrorDetail.remedy("use free or a2a3"), "there is no cost profile '" + name + "'");
    };
  }

  /** Returns a builder of a profile in which nothing costs anything. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns what one copy to the device takes, in nanoseconds. */
  public long uploadNanos(long bytes) {
    return plusCopy(nanos(bytes, uploadBytesPerSecond));
  }

  /** Returns what one copy to the host takes, in nanoseconds. */
  public long downloadNanos(long bytes) {
    return plusCopy(nanos(bytes, downloadBytesPerSecond));
  }

  /** Returns what copies cost, for a runtime that wants to make the cheapest ones. */
  public CopyCosts copyCosts() {
    return new CopyCosts(copyNanos, uploadBytesPerSecond, downloadBytesPerSecond);
  }

  /** Returns what a launch takes beside the device's own work, in nanoseconds. */
  public long launchNanos() {
    return launchNanos;
  }

  /** Returns how long the device works to stream bytes through its memory, in nanoseconds. */
  public long deviceNanos(long streamedBytes) {
    return nanos(streamedBytes, deviceBytesPerSecond);
  }

  /** Returns whether device work costs anything, so that its bytes need counting. */
  public boolean chargesDeviceWork() {
    return !Double.isInfinite(deviceBytesPerSecond);
  }

  private long plusCopy(long nanos) {
    long sum = copyNanos + nanos; // both are 0 or more
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private static long nanos(long bytes, double bytesPerSecond) {
    return Math.round(bytes / bytesPerSecond * 1e9);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return name;
  }

  /** Collects costs. Not thread-safe. */
  public static final class Builder {

    private final String name;
    private double uploadBytesPerSecond = Double.POSITIVE_INFINITY;
    private double downloadBytesPerSecond = Double.POSITIVE_INFINITY;
    private double deviceBytesPerSecond = Double.POSITIVE_INFINITY;
    private long copyNanos;
    private long launchNanos;

    private Builder(String name) {
      this.name = name;
    }

    /** Sets the rate of copies to the device. */
    public Builder uploadBytesPerSecond(double rate) {
      this.uploadBytesPerSecond = positive(rate);
      return this;
    }

    /** Sets the rate of copies to the host. */
    public Builder downloadBytesPerSecond(double rate) {
      this.downloadBytesPerSecond = positive(rate);
      return this;
    }

    /** Sets the rate at which the device streams bytes through its memory while it works. */
    public Builder deviceBytesPerSecond(double rate) {
      this.deviceBytesPerSecond = positive(rate);
      return this;
    }

    /** Sets the fixed cost of a copy, in nanoseconds. */
    public Builder copyNanos(long nanos) {
      this.copyNanos = notNegative(nanos);
      return this;
    }

    /** Sets the fixed cost of a launch, in nanoseconds. */
    public Builder launchNanos(long nanos) {
      this.launchNanos = notNegative(nanos);
      return this;
    }

    /** Returns the profile. */
    public CostProfile build() {
      return new CostProfile(this);
    }

    private static double positive(double rate) {
      if (!(rate > 0)) {
        throw new RejectedCallException(
            ErrorDetail.remedy("give more than 0"), "a rate of " + rate + " bytes per second");
      }
      return rate;
    }

    private static long notNegative(long nanos) {
      if (nanos < 0) {
        throw new RejectedCallException(
            ErrorDetail.remedy("give 0 or more"), "a cost of " + nanos + " ns");
      }
      return nanos;
    }
  }
}
