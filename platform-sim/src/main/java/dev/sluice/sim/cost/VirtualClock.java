package dev.sluice.sim.cost;

/** Adds up what a profile says, up to some 292 years, where it stays. Thread-safe. */
public final class VirtualClock {

  private final CostProfile profile;
  private volatile long elapsedNanos;
  private volatile long deviceNanos;

  /** Makes a clock at 0. */
  public VirtualClock(CostProfile profile) {
    this.profile = profile;
  }

  /** Adds one copy to the device. */
  public synchronized void upload(long bytes) {
    elapsedNanos = saturated(elapsedNanos, profile.uploadNanos(bytes));
  }

  /** Adds one copy to the host. */
  public synchronized void download(long bytes) {
    elapsedNanos = saturated(elapsedNanos, profile.downloadNanos(bytes));
  }

  /** Adds one launch and the device's work. */
  public synchronized void launch(long streamedBytes) {
    long work = profile.deviceNanos(streamedBytes);
    elapsedNanos = saturated(saturated(elapsedNanos, profile.launchNanos()), work);
    deviceNanos = saturated(deviceNanos, work);
  }

  private static long saturated(long time, long more) {
    long sum = time + more; // both are 0 or more
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Returns all time so far, in nanoseconds. */
  public long elapsedNanos() {
    return elapsedNanos;
  }

  /** Returns the part in which the device worked, in nanoseconds. */
  public long deviceNanos() {
    return deviceNanos;
  }
}
