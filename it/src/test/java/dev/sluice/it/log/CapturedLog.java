package dev.sluice.it.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Everything that Sluice logs from a level on, until it is closed. */
final class CapturedLog implements AutoCloseable {

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.sluice");
  private final Level before = logger.getLevel();
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  private CapturedLog(Level level) {
    appender.start();
    logger.addAppender(appender);
    logger.setAdditive(false); // the console stays quiet
    logger.setLevel(level);
  }

  static CapturedLog from(Level level) {
    return new CapturedLog(level);
  }

  /** Returns the lines of one level, in order. */
  List<String> lines(Level level) {
    return appender.list.stream()
        .filter(event -> event.getLevel() == level)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  void clear() {
    appender.list.clear();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(before);
    logger.setAdditive(true);
    appender.stop();
  }
}
