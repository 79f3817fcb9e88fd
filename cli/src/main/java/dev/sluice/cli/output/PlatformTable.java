package dev.sluice.cli.output;

import dev.sluice.PlatformKind;
import dev.sluice.core.discovery.PlatformEntry;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Platforms for people: a line for each, and one below it that says why it cannot be used. */
public final class PlatformTable {

  private static final String ROW = "%-12s %-10s %-16s %-12s %s%n";

  private PlatformTable() {}

  /** Returns the lines. */
  public static String of(List<PlatformEntry> platforms) {
    if (platforms.isEmpty()) {
      return String.format(Locale.ROOT, "no platform was found%n");
    }
    StringBuilder table = new StringBuilder(row("name", "kind", "version", "state", "jar"));
    for (PlatformEntry platform : platforms) {
      PlatformKind kind = platform.kind();
      table.append(
          row(
              Objects.requireNonNullElse(platform.name(), "?"),
              kind == null ? "?" : lowerCase(kind),
              Objects.requireNonNullElse(platform.source().version(), "?"),
              lowerCase(platform.verdict().state()),
              platform.source().jar()));
      String because = platform.verdict().because();
      if (because != null) {
        table.append(
            String.format(
                Locale.ROOT,
                "  %s: %s%s%n",
                platform.source().provider(),
                platform.verdict().code() == null ? "" : platform.verdict().code() + ": ",
                because));
      }
    }
    return table.toString();
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String row(String name, String kind, String version, String state, String jar) {
    return String.format(Locale.ROOT, ROW, name, kind, version, state, jar);
  }
}
