package dev.sluice.sim.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    List<Future<?>> helpers = new ArrayList<>();
    try {
      for (int i = Math.min(THREADS, count - 1); i > 0; i--) {
        helpers.add(submit(() -> work(part)));
      }
      work(part);
    } catch (RejectedExecutionException e) {
      part.fail(e);
    }
    awaitAll(helpers, part);
    part.rethrow();
  }

  private void work(Part part) {
    busy.set(true);
    try {
      part.work();
    } finally {
      busy.set(false);
    }
  }

  /**
   * Waits also through an interrupt, which only stops the part: a helper that outlived its launch
   * would write into the next one. The run time-out ends the wait for a helper that hangs.
   */
  private static void awaitAll(List<Future<?>> helpers, Part part) {
    boolean interrupted = false;
    for (Future<?> helper : helpers) {
      while (!helper.isDone()) {
        try {
          helper.get();
        } catch (InterruptedException e) {
          interrupted = true;
          part.fail(e);
        } catch (ExecutionException | CancellationException e) {
          part.fail(e);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Future<?> submit(Runnable work) {
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
    return executor.submit(work);
  }

  /** Interrupts the threads and ends them; further parts are refused. */
  synchronized void close() {
    closed = true;
    if (executor != null) {
      for (Runnable notStarted : executor.shutdownNow()) {
        if (notStarted instanceof Future<?> waitedFor) {
          waitedFor.cancel(false);
        }
      }
    }
  }

  /** One call of {@code parallel}: its threads take the next number until there is none. */
  private static final class Part {

    private final int count;
    private final IntConsumer body;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Part(int count, IntConsumer body) {
      this.count = count;
      this.body = body;
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
