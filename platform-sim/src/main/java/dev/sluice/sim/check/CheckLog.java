package dev.sluice.sim.check;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What checks say, under the logger {@code dev.sluice.sim.check}. A logger that throws ends no
 * launch, and is not hidden either. Stateless.
 */
final class CheckLog {

  private static final Logger LOG = LoggerFactory.getLogger("dev.sluice.sim.check");

  private CheckLog() {}

  static void found(Finding finding) {
    say(() -> LOG.warn("{}", finding));
  }

  static void saves(Lint lint) {
    say(() -> LOG.info("{}", lint));
  }

  private static void say(Runnable line) {
    try {
      line.run();
    } catch (RuntimeException broken) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, broken);
    }
  }
}
