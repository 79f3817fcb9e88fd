package dev.sluice.sim.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The further threads of a device, one for each core but one, made when a kernel first asks for
 * them. The thread that asks works too. Used by one kernel at a time.
 */
final class KernelWorkers {

  private static final int THREADS = Runtime.getRuntime().availableProcessors() - 1;

  private final KernelDevice device;
  private final String name;

  /** Marks threads that are in a parallel part already; a part inside it runs on its own thread. */
  private final ThreadLocal<Boolean> busy = ThreadLocal.withInitial(() -> false);

  private @Nullable ExecutorService executor;
  private boolean closed;

  KernelWorkers(KernelDevice device, String name) {
    this.device = device;
    this.name = name;
  }

  /** Makes the calls, and returns when no thread is in one any more, whatever happened. */
  void run(int count, IntConsumer body) {
    if (count < 0) {
      throw new RejectedCallException(
          ErrorDetail.remedy("give 0 or more"),
          "the kernel asked for " + count + " parallel calls");
    }
    if (THREADS == 0 || count < 2 || busy.get()) {
      for (int i = 0; i < count; i++) {
        body.accept(i);
      }
      return;
    }
    Part part = new Part(count, body);
    try {
      for (int i = Math.min(THREADS, count - 1); i > 0; i--) {
        execute(() -> work(part));
      }
    } catch (RejectedExecutionException e) {
      part.fail(e);
    }
    work(part);
    part.closeAndAwait();
    part.rethrow();
  }

  private void work(Part part) {
    if (!part.enter()) {
      return; // a helper that comes too late: the part is over
    }
    busy.set(true);
    try {
      part.work();
    } finally {
      busy.set(false);
      part.leave();
    }
  }

  private synchronized void execute(Runnable work) {
    if (closed) {
      throw new RejectedExecutionException("the launch was given up");
    }
    if (executor == null) {
      AtomicInteger number = new AtomicInteger();
      executor =
          Executors.newFixedThreadPool(
              THREADS,
              task -> new KernelThread(device, name + "-" + number.incrementAndGet(), task));
    }
    executor.execute(work);
  }

  /** Interrupts the threads and ends them; further parts are refused. */
  synchronized void close() {
    closed = true;
    if (executor != null) {
      executor.shutdownNow();
    }
  }

  /** One call of {@code parallel}: its threads take the next number until there is none. */
  private static final class Part {

    private final int count;
    private final IntConsumer body;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    // Guarded by this.
    private int active;
    private boolean over;

    Part(int count, IntConsumer body) {
      this.count = count;
      this.body = body;
    }

    /** Returns whether there may still be something to do; then the thread has to leave, too. */
    synchronized boolean enter() {
      if (over) {
        return false;
      }
      active++;
      return true;
    }

    synchronized void leave() {
      active--;
      notifyAll();
    }

    /**
     * Waits for the threads that are in the part, and lets no other in: one that is still queued
     * may be queued behind this wait. An interrupt stops the part, but not the wait: a thread that
     * outlived its launch would write into the next one. The run time-out ends the wait for one
     * that hangs.
     */
    synchronized void closeAndAwait() {
      over = true;
      boolean interrupted = false;
      while (active > 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
          fail(e);
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void work() {
      try {
        for (int i = next.getAndIncrement(); i < count && i >= 0; i = next.getAndIncrement()) {
          if (failure.get() != null) {
            return;
          }
          body.accept(i);
        }
      } catch (Throwable e) {
        fail(e);
      }
    }

    void fail(Throwable e) {
      if (!failure.compareAndSet(null, e)) {
        Throwable first = failure.get();
        if (first != null && first != e) {
          first.addSuppressed(e);
        }
      }
    }

    void rethrow() {
      Throwable first = failure.get();
      if (first instanceof RuntimeException e) {
        throw e;
      }
      if (first instanceof Error e) {
        throw e;
      }
      if (first != null) {
        throw new IllegalStateException("a parallel part of the kernel threw " + first, first);
      }
    }
  }
}
