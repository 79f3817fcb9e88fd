package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/configuration.md lists the options that there are, with their values and defaults. */
class ConfigurationPageTest {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(sluice\\.[^`.]+)` \\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|$");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(Path.of("..", "docs", "configuration.md")))
        .results()
        .toList();
  }

  @Test
  void the_page_lists_every_option_and_no_other() throws IOException {
    assertThat(rows())
        .extracting(row -> row.group(1))
        .containsExactlyElementsOf(ConfigOption.properties().toList());
  }

  @Test
  void the_variables_are_the_ones_that_are_read() throws IOException {
    for (MatchResult row : rows()) {
      ConfigSource source = ConfigSource.environment(Map.of(row.group(2), "x"));

      assertThat(source.unknownTo(List.of())).as(row.group(2)).isEmpty();
      assertThat(row.group(2))
          .isEqualTo(row.group(1).toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
    }
  }

  @Test
  void the_constants_are_all_of_them() throws IOException {
    assertThat(constantsOf("sluice.transfer-mode"))
        .isEqualTo(Stream.of(TransferMode.values()).map(Enum::name).toList());
    assertThat(constantsOf("sluice.output-fill"))
        .isEqualTo(Stream.of(OutputFill.values()).map(Enum::name).toList());
  }

  private static List<String> constantsOf(String property) throws IOException {
    String values =
        rows().stream()
            .filter(row -> row.group(1).equals(property))
            .map(row -> row.group(3))
            .findFirst()
            .orElseThrow();
    return Stream.of(values.split(", ")).map(value -> value.replace("`", "")).toList();
  }

  @Test
  void the_defaults_are_what_counts_where_nothing_is_said() throws IOException {
    SluiceConfig nothing =
        SluiceConfig.builder().systemProperties(Map.of()).environment(Map.of()).build();
    List<String> shown = new ArrayList<>();
    for (MatchResult row : rows()) {
      shown.add(row.group(4).replace("`", ""));
    }

    assertThat(nothing.platform()).isEmpty();
    assertThat(shown)
        .containsExactly(
            "chosen by the rules",
            String.valueOf(nothing.deviceId()),
            nothing.transferMode().name(),
            nothing.outputFill().name(),
            nothing.runTimeout().toString(),
            String.valueOf(nothing.trackAllocations()));
  }
}
