package dev.sluice.core;

import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of an option, and where it stands. Each reading refuses what it cannot read. Immutable.
 *
 * @param text as it was given
 * @param place such as {@code the system property sluice.device}
 */
record ConfigValue(String text, String place) {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final String DURATION_REMEDY =
      "give more than zero, in whole seconds or as an ISO-8601 duration such as PT1M30S";

  void requireName() {
    if (!PlatformRegistry.isName(text)) {
      throw wrong(
          "give the name of a platform, which is lower-case letters and digits, such as sim");
    }
  }

  int deviceId() {
    if (!NUMBER.matcher(text).matches()) {
      throw wrong("give a number of at most nine digits, from 0");
    }
    return Integer.parseInt(text);
  }

  boolean flag() {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong("give true or false");
    };
  }

  <E extends Enum<E>> E oneOf(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    Arrays.stream(type.getEnumConstants())
                        .map(Enum::name)
                        .collect(Collectors.joining(", ", "give one of ", ""))));
  }

  Duration duration() {
    try {
      Duration duration =
          NUMBER.matcher(text).matches()
              ? Duration.ofSeconds(Integer.parseInt(text))
              : Duration.parse(text);
      if (!duration.isZero() && !duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeException e) {
      throw wrong(DURATION_REMEDY, e);
    }
    throw wrong(DURATION_REMEDY);
  }

  private RejectedCallException wrong(String remedy) {
    return wrong(remedy, null);
  }

  private RejectedCallException wrong(String remedy, @Nullable Throwable cause) {
    return new RejectedCallException(
        ErrorDetail.remedy(remedy), place + " is '" + text + "'", cause);
  }
}
