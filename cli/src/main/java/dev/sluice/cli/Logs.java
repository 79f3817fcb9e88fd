package dev.sluice.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** What the command logs: warnings, unless more is asked for. */
final class Logs {

  private Logs() {}

  static void everything() {
    if (LoggerFactory.getLogger("dev.sluice") instanceof Logger logger) {
      logger.setLevel(Level.DEBUG);
    }
  }
}
