package dev.sluice.core.run;

import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.SluiceException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the calls of a runtime one at a time, first come first served, and refuses those that
 * cannot be served: on a closed or lost runtime, from inside a kernel, interrupted while they
 * waited. A call waits for those before it; of what they do, only the wait for a launch has a
 * limit, the run time-out: a copy that never returns holds all. Thread-safe.
 */
final class Turn {

  private final ReentrantLock lock = new ReentrantLock(true);
  private final MeteredDevice device;
  private final ContextThread contextThread;
  private final Failures failures;
  private volatile boolean closed;

  Turn(MeteredDevice device, ContextThread contextThread, Failures failures) {
    this.device = device;
    this.contextThread = contextThread;
    this.failures = failures;
  }

  boolean isOpen() {
    return !closed && device.lostBy() == null;
  }

  /** Does the work when it is its turn, and returns its result. */
  <T> T take(Supplier<T> work) {
    requireOutsideOfRuns();
    requireOpen();
    waitInterruptibly();
    try {
      requireOpen();
      return contextThread.call(work);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does the work when it is its turn, or leaves it where the runtime is closed; not interruptible.
   */
  void takeUnlessClosed(Runnable work) {
    requireOutsideOfRuns();
    lock.lock();
    try {
      if (!closed) {
        contextThread.call(
            () -> {
              work.run();
              return true;
            });
      }
    } finally {
      lock.unlock();
    }
  }

  /** Does the work once, as the last, when the calls before it are done; not interruptible. */
  void takeLast(Runnable work) {
    requireOutsideOfRuns();
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      contextThread.call(
          () -> {
            work.run();
            return true;
          });
    } finally {
      contextThread.close();
      lock.unlock();
    }
  }

  private void waitInterruptibly() {
    if (!lock.hasQueuedThreads() && lock.tryLock()) {
      return; // nothing to wait for, so an interrupt is none of this call's business
    }
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw rejected(
          "interrupted while waiting for the calls before this one",
          "call again if it is still wanted");
    }
  }

  /** Refuses a call from inside a run: by its kernel, or by whatever the run calls. */
  void requireOutsideOfRuns() {
    if (device.isKernelThread() || contextThread.isCurrent() || lock.isHeldByCurrentThread()) {
      throw rejected(
          "a runtime cannot be called from inside its own run: the call would wait for itself",
          "pass the kernel what it needs as arguments");
    }
  }

  private void requireOpen() {
    SluiceException gone = gone(ErrorDetail.builder());
    if (gone != null) {
      throw gone;
    }
  }

  /** Returns why no call is served any more, or null. Callable from any thread. */
  @Nullable SluiceException gone(ErrorDetail.Builder place) {
    if (closed) {
      return closed();
    }
    return device.lostBy() == null ? null : failures.lost(place);
  }

  private SluiceException closed() {
    return new ClosedRuntimeException(
        ErrorDetail.builder().device(device.name()).remedy("open another").build(),
        "the runtime is closed");
  }

  private RejectedCallException rejected(String problem, String remedy) {
    return new RejectedCallException(
        ErrorDetail.builder().device(device.name()).remedy(remedy).build(), problem);
  }
}
