package dev.sluice.core;

import dev.sluice.core.discovery.PlatformRegistry;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which configured names mean nothing: once for each runtime that is opened. Stateless. */
final class ConfigWarnings {

  private static final Logger LOG = LoggerFactory.getLogger("dev.sluice.config");

  private ConfigWarnings() {}

  /**
   * Logs the names that mean nothing.
   *
   * @param chosen the platform that is opened; none where none could be chosen
   */
  static void log(SluiceConfig config, Set<String> chosen, ClassLoader loader) {
    Set<String> platforms = new TreeSet<>(chosen);
    if (config.hasUnknown(platforms)) { // perhaps an option of another platform
      platforms.addAll(PlatformRegistry.discover(loader).names());
      config.warnings(platforms).forEach(LOG::warn);
    }
  }
}
