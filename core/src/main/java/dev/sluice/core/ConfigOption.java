package dev.sluice.core;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * The options that every platform shares, by the name of their system property. What a name means
 * is said in {@code docs/configuration.md}; a test compares the two.
 */
enum ConfigOption {
  PLATFORM,
  DEVICE,
  TRANSFER_MODE,
  OUTPUT_FILL,
  RUN_TIMEOUT,
  TRACK_ALLOCATIONS;

  /** Returns the name of the system property, such as {@code sluice.run-timeout}. */
  String property() {
    return "sluice." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the names of all system properties. */
  static Stream<String> properties() {
    return Stream.of(values()).map(ConfigOption::property);
  }
}
