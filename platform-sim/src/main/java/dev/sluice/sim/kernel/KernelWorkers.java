package dev.sluice.sim.kernel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

  KernelWorkers(KernelDevice device, String name) {
    this.device = device;
    this.name = name;
  }

  void run(int count, IntConsumer body) {
    if (THREADS == 0 || count < 2 || busy.get()) {
      for (int i = 0; i < count; i++) {
        body.accept(i);
      }
      return;
    }
    Part part = new Part(count, body);
    int helpers = Math.min(THREADS, count - 1);
    CountDownLatch done = new CountDownLatch(helpers);
    ExecutorService threads = executor();
    for (int i = 0; i < helpers; i++) {
      threads.execute(
          () -> {
            try {
              work(part);
            } finally {
              done.countDown();
            }
          });
    }
    work(part);
    await(done, part);
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

  private static void await(CountDownLatch done, Part part) {
    try {
      done.await();
    } catch (InterruptedException e) {
      part.fail(e);
      Thread.currentThread().interrupt();
    }
  }

  private synchronized ExecutorService executor() {
    if (executor == null) {
      AtomicInteger number = new AtomicInteger();
      executor =
          Executors.newFixedThreadPool(
              THREADS,
              work -> new KernelThread(device, name + "-" + number.incrementAndGet(), work));
    }
    return executor;
  }

  synchronized void close() {
    if (executor != null) {
      executor.shutdownNow();
      executor = null;
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
        throw new IllegalStateException("a parallel part of the kernel was interrupted", first);
      }
    }
  }
}
