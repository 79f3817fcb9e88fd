package dev.sluice.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A line on the terminal that says what is being done, once that has taken two seconds; silent
 * where standard error is no terminal. A timer renews it, so that a step which takes long by itself
 * shows too. Thread-safe.
 */
final class Progress implements AutoCloseable {

  /** Set by the launcher script, which can ask the terminal; Java has no reliable way before 22. */
  private static final String TERMINAL_PROPERTY = "sluice.cli.terminal";

  private static final long QUIET_MILLIS = 2000;
  private static final long REFRESH_MILLIS = 500;
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintWriter err;
  private final @Nullable ScheduledExecutorService timer;
  private final long start = System.nanoTime();

  // Guarded by this.
  private String what = "starting";
  private boolean shown;
  private boolean closed;

  private Progress(PrintWriter err, @Nullable ScheduledExecutorService timer) {
    this.err = err;
    this.timer = timer;
  }

  static Progress on(PrintWriter err) {
    if (!Boolean.getBoolean(TERMINAL_PROPERTY)) {
      return new Progress(err, null);
    }
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "sluice-progress");
              thread.setDaemon(true);
              return thread;
            });
    Progress progress = new Progress(err, timer);
    timer.scheduleAtFixedRate(progress::show, QUIET_MILLIS, REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    return progress;
  }

  /** Notes what is being done from now on. */
  synchronized void say(String step) {
    what = step;
  }

  private synchronized void show() {
    if (!closed) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      err.printf(Locale.ROOT, "%s%d s: %s", CLEAR_LINE, seconds, what);
      err.flush();
      shown = true;
    }
  }

  /** Takes the line away. */
  @Override
  public void close() {
    if (timer != null) {
      timer.shutdown();
    }
    takeAway();
  }

  private synchronized void takeAway() {
    closed = true;
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
