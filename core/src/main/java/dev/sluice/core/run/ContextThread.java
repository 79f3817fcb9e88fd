package dev.sluice.core.run;

import dev.sluice.spi.ThreadConfinement;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the device calls of one context are made: on the caller's thread, or, where the platform
 * says DEDICATED, on one thread of the context's own. A whole run is one task, so it costs one
 * hand-off out and one back; both sides look for it for a short time before they sleep.
 * Thread-safe.
 */
public final class ContextThread implements AutoCloseable {

  private final @Nullable ExecutorService dedicated;
  private volatile @Nullable Thread thread;

  private ContextThread(@Nullable ExecutorService dedicated) {
    this.dedicated = dedicated;
  }

  /**
   * Returns the place for a platform's calls.
   *
   * @param deviceName names the thread
   */
  public static ContextThread of(ThreadConfinement confinement, String deviceName) {
    if (confinement == ThreadConfinement.ANY) {
      return new ContextThread(null);
    }
    ContextThread[] self = new ContextThread[1];
    self[0] =
        new ContextThread(
            new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new SpinningQueue(),
                work -> {
                  Thread made = new Thread(work, "sluice-" + deviceName);
                  made.setDaemon(true);
                  self[0].thread = made;
                  return made;
                }));
    return self[0];
  }

  /** Returns whether the calling thread is the context's own. */
  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** Does the work in its place and returns its result; an interrupt does not cut it short. */
  public <T> T call(Supplier<T> work) {
    if (dedicated == null) {
      return work.get();
    }
    Future<T> result = dedicated.submit((Callable<T>) work::get);
    spinFor(result);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true; // honoured by the caller once the work is done
        } catch (ExecutionException e) {
          throw rethrow(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void spinFor(Future<?> result) {
    long start = System.nanoTime();
    while (!result.isDone() && System.nanoTime() - start < LaunchWait.SPIN_NANOS) {
      Thread.yield(); // the other side may need this processor
    }
  }

  private static RuntimeException rethrow(@Nullable Throwable cause) {
    if (cause instanceof RuntimeException e) {
      return e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return new IllegalStateException(cause);
  }

  /** Lets the thread end. */
  @Override
  public void close() {
    if (dedicated != null) {
      dedicated.shutdown();
    }
  }
}
