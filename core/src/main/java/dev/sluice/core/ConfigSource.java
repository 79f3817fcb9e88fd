package dev.sluice.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The names and values of Sluice in the system properties, or in the environment, where the same
 * names are spelled in capitals with underscores. Immutable.
 */
final class ConfigSource {

  private static final String PREFIX = "sluice.";

  /** What the {@code sluice} script tells the command; no option. */
  private static final String COMMAND_PREFIX = "sluice.cli.";

  /** What the {@code sluice} script gives the JVM before the command starts; no option. */
  private static final String SCRIPT_VARIABLE = "SLUICE_JAVA_OPTIONS";

  /** How far a platform's name may be mistyped: two letters the wrong way round. */
  private static final int NEAR = 2;

  private final String noun;
  private final UnaryOperator<String> spelling;
  private final UnaryOperator<String> optionSpelling;
  private final Map<String, String> values = new TreeMap<>();

  private ConfigSource(
      String noun,
      UnaryOperator<String> spelling,
      UnaryOperator<String> optionSpelling,
      Map<String, String> all) {
    this.noun = noun;
    this.spelling = spelling;
    this.optionSpelling = optionSpelling;
    all.forEach(
        (name, value) -> {
          if (name.startsWith(spelling.apply(PREFIX))) {
            values.put(name, value);
          }
        });
  }

  static ConfigSource systemProperties(Map<String, String> all) {
    return new ConfigSource(
        "the system property", UnaryOperator.identity(), UnaryOperator.identity(), all);
  }

  /** Returns the system properties of this process as they are now. */
  static ConfigSource systemProperties() {
    Properties all = System.getProperties();
    Map<String, String> texts = new TreeMap<>();
    for (String name : all.stringPropertyNames()) {
      String value = all.getProperty(name);
      if (value != null) { // removed meanwhile by another thread
        texts.put(name, value);
      }
    }
    return systemProperties(texts);
  }

  static ConfigSource environment(Map<String, String> all) {
    return new ConfigSource(
        "the environment variable",
        property -> property.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"),
        // A variable cannot say which separator it means; options are spelled with dashes.
        variable -> variable.toLowerCase(Locale.ROOT).replace('_', '-'),
        all);
  }

  Optional<ConfigValue> find(ConfigOption option) {
    String name = spelling.apply(option.property());
    return Optional.ofNullable(values.get(name)).map(text -> new ConfigValue(text, placeOf(name)));
  }

  /** Returns a platform's own options, by the names that the platform knows them by. */
  Map<String, ConfigValue> optionsOf(String platform) {
    String prefix = platformPrefix(platform);
    Map<String, ConfigValue> options = new TreeMap<>();
    values.forEach(
        (name, text) -> {
          if (isOptionOf(name, prefix)) {
            options.put(
                optionSpelling.apply(name.substring(prefix.length())),
                new ConfigValue(text, placeOf(name)));
          }
        });
    return options;
  }

  /** Returns the names that are neither a shared option nor an option of one of the platforms. */
  List<String> unknownTo(Collection<String> platforms) {
    return values.keySet().stream()
        .filter(name -> !isShared(name))
        .filter(name -> !name.startsWith(spelling.apply(COMMAND_PREFIX)))
        .filter(name -> !name.equals(SCRIPT_VARIABLE))
        .filter(name -> platforms.stream().noneMatch(p -> isOptionOf(name, platformPrefix(p))))
        .toList();
  }

  /** Returns a sentence about a name that is not known, with the nearest one that is. */
  String warningAbout(String unknown, Collection<String> platforms) {
    String separator = spelling.apply(".");
    int start = spelling.apply(PREFIX).length();
    int end = unknown.indexOf(separator, start);
    String option = end < 0 ? "" : unknown.substring(end + separator.length());
    String platform = option.isEmpty() ? "" : unknown.substring(start, end);
    // What a platform's options are, only the platform knows: its name is what can be mistyped.
    List<String> mistyped =
        platforms.stream()
            .filter(p -> !platform.isEmpty() && isNear(platform, p))
            .map(p -> platformPrefix(p) + option)
            .toList();
    Stream<String> known =
        Stream.concat(ConfigOption.properties().map(spelling), mistyped.stream());
    String nearest =
        known
            .min(Comparator.comparingInt(name -> EditDistance.between(unknown, name)))
            .orElseThrow();
    // A variable's first word need not be meant as a platform: SLUICE_RUN_TIMEOUT.
    boolean isAbsent = mistyped.isEmpty() && !platform.isEmpty() && separator.equals(".");
    return placeOf(unknown)
        + " is not an option and has no effect"
        + (isAbsent ? ", as there is no platform '" + platform + "'" : "")
        + "; the nearest is "
        + nearest;
  }

  private boolean isShared(String name) {
    return ConfigOption.properties().map(spelling).anyMatch(name::equals);
  }

  private boolean isOptionOf(String name, String prefix) {
    return name.length() > prefix.length() && name.startsWith(prefix) && !isShared(name);
  }

  private static boolean isNear(String written, String platform) {
    return EditDistance.between(written.toLowerCase(Locale.ROOT), platform) <= NEAR;
  }

  private String platformPrefix(String platform) {
    return spelling.apply(PREFIX + platform + ".");
  }

  private String placeOf(String name) {
    return noun + " " + name;
  }
}
