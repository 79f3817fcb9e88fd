package dev.sluice.sim.cost;

/** Adds up what a profile says. Written by one thread at a time, readable from any. */
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
    elapsedNanos += profile.uploadNanos(bytes);
  }

  /** Adds one copy to the host. */
  public synchronized void download(long bytes) {
    elapsedNanos += profile.downloadNanos(bytes);
  }

  /** Adds one launch and the device's work. */
  public synchronized void launch(long streamedBytes) {
    long work = profile.deviceNanos(streamedBytes);
    elapsedNanos += profile.launchNanos() + work;
    deviceNanos += work;
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
