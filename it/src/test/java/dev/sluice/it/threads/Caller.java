package dev.sluice.it.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that makes one call and keeps what came of it. */
final class Caller {

  private final Thread thread;
  private volatile @Nullable Throwable thrown;
  private volatile boolean interruptedAfterwards;

  private Caller(Callable<?> call) {
    this.thread =
        new Thread(
            () -> {
              try {
                call.call();
              } catch (Throwable e) {
                thrown = e;
              }
              interruptedAfterwards = Thread.currentThread().isInterrupted();
            },
            "caller");
    thread.setDaemon(true);
  }

  static Caller calling(Callable<?> call) {
    Caller caller = new Caller(call);
    caller.thread.start();
    return caller;
  }

  /** Waits until the thread is parked: behind the calls before it. */
  Caller awaitWaiting() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BlockingKernel.PATIENCE_SECONDS);
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(System.nanoTime()).as("%s while waiting for it", thread).isLessThan(deadline);
      Thread.onSpinWait();
    }
    return this;
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Waits for the end and returns what the call threw, or null. */
  @Nullable Throwable outcome() throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(BlockingKernel.PATIENCE_SECONDS));
    assertThat(thread.isAlive()).as("%s is still busy", thread).isFalse();
    return thrown;
  }

  /** Returns whether the thread was interrupted when the call had returned. */
  boolean wasInterruptedAfterwards() {
    return interruptedAfterwards;
  }
}
