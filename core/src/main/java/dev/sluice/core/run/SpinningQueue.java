package dev.sluice.core.run;

import java.util.concurrent.LinkedBlockingQueue;

/**
 * A queue whose reader looks for a short time before it sleeps. Where calls follow each other
 * closely, that saves the time to wake a thread, which can be many times that of a small run.
 * Thread-safe.
 */
final class SpinningQueue extends LinkedBlockingQueue<Runnable> {

  private static final long serialVersionUID = 1L;

  @Override
  public Runnable take() throws InterruptedException {
    long start = System.nanoTime();
    do {
      Runnable next = poll();
      if (next != null) {
        return next;
      }
      Thread.yield(); // the other side may need this processor
    } while (System.nanoTime() - start < LaunchWait.SPIN_NANOS);
    return super.take();
  }
}
