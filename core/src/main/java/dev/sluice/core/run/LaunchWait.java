package dev.sluice.core.run;

import dev.sluice.spi.Launch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a launch: a short spin, then parking, up to a time-out. Immutable. */
final class LaunchWait {

  /** What is done within this costs no wake-up; what takes longer can afford one. */
  static final long SPIN_NANOS = Runtime.getRuntime().availableProcessors() > 1 ? 50_000 : 0;

  private static final long SHORTEST_PARK_NANOS = 20_000;
  private static final long LONGEST_PARK_NANOS = 500_000;

  private final Duration timeout;
  private final long timeoutNanos;

  LaunchWait(Duration timeout) {
    this.timeout = timeout;
    this.timeoutNanos = saturatedNanos(timeout);
  }

  private static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE; // 292 years
    }
  }

  Duration timeout() {
    return timeout;
  }

  /** Returns whether the launch completed in time. An interrupt does not cut the wait short. */
  boolean until(Launch launch) {
    if (launch.poll()) {
      return true;
    }
    long start = System.nanoTime();
    boolean interrupted = false;
    long park = SHORTEST_PARK_NANOS;
    try {
      while (!launch.poll()) {
        long waited = System.nanoTime() - start;
        if (waited >= timeoutNanos) {
          return false;
        }
        if (waited < SPIN_NANOS) {
          Thread.onSpinWait();
          continue;
        }
        interrupted |= Thread.interrupted(); // an interrupted thread would not park
        LockSupport.parkNanos(this, Math.min(park, timeoutNanos - waited));
        park = Math.min(park * 2, LONGEST_PARK_NANOS);
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
