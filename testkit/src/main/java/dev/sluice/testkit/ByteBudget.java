package dev.sluice.testkit;

import dev.sluice.TransferCounts;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * A transfer budget in bytes. Immutable.
 *
 * @param upload the most bytes up; empty for any number
 * @param download the most bytes down; empty for any number
 */
record ByteBudget(OptionalLong upload, OptionalLong download) {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*(KiB|MiB|GiB|)");

  static ByteBudget of(TransferBudget declared) {
    return new ByteBudget(
        bytes("upload", declared.upload()), bytes("download", declared.download()));
  }

  private static OptionalLong bytes(String name, String text) {
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    Matcher parts = SIZE.matcher(text);
    if (!parts.matches()) {
      throw wrong(name, text);
    }
    int shift =
        switch (parts.group(2)) {
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          default -> 0;
        };
    long count = Long.parseLong(parts.group(1));
    if (count > Long.MAX_VALUE >> shift) {
      throw wrong(name, text);
    }
    return OptionalLong.of(count << shift);
  }

  private static ExtensionConfigurationException wrong(String name, String text) {
    return new ExtensionConfigurationException(
        "@TransferBudget("
            + name
            + " = \""
            + text
            + "\") is not a number of bytes; write \"100\", \"64 KiB\", \"2 MiB\" or \"1 GiB\"");
  }

  /** Returns what was exceeded, as a sentence. */
  Optional<String> exceededBy(TransferCounts moved) {
    Optional<String> up = exceeded("uploaded", moved.uploadedBytes(), upload);
    Optional<String> down = exceeded("downloaded", moved.downloadedBytes(), download);
    if (up.isPresent() && down.isPresent()) {
      return Optional.of(up.get() + "; " + down.get());
    }
    return up.or(() -> down);
  }

  private static Optional<String> exceeded(String verb, long moved, OptionalLong most) {
    if (most.isEmpty() || moved <= most.getAsLong()) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%,d bytes were %s, %,d more than the %,d allowed",
            moved,
            verb,
            moved - most.getAsLong(),
            most.getAsLong()));
  }
}
