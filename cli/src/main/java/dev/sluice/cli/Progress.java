package dev.sluice.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * A line on the terminal that says what is being done, once that has taken two seconds; silent
 * where standard error is no terminal. Confined to one thread.
 */
final class Progress implements AutoCloseable {

  /** Set by the launcher script, which can ask the terminal; Java has no reliable way before 22. */
  private static final String TERMINAL_PROPERTY = "sluice.cli.terminal";

  private static final long QUIET_NANOS = Duration.ofSeconds(2).toNanos();
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintWriter err;
  private final boolean terminal;
  private final long start = System.nanoTime();
  private boolean shown;

  private Progress(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  static Progress on(PrintWriter err) {
    return new Progress(err, Boolean.getBoolean(TERMINAL_PROPERTY));
  }

  void say(String what) {
    long elapsed = System.nanoTime() - start;
    if (terminal && elapsed >= QUIET_NANOS) {
      err.printf(Locale.ROOT, "%s%d s: %s", CLEAR_LINE, elapsed / 1_000_000_000, what);
      err.flush();
      shown = true;
    }
  }

  /** Takes the line away. */
  @Override
  public void close() {
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
