package dev.sluice.it.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Sluice;
import dev.sluice.core.SluiceConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/configuration.md lists the options that the simulator has. */
class SimulatorOptionsPageTest {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `sluice\\.sim\\.([^`]+)` \\| `([^`]+)` ");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(Path.of("..", "docs", "configuration.md")))
        .results()
        .toList();
  }

  private static Sluice.Builder opening(Map<String, String> properties) {
    return Sluice.builder(
        SluiceConfig.builder()
            .platform("sim")
            .systemProperties(properties)
            .environment(Map.of())
            .build());
  }

  @Test
  void the_page_lists_what_the_simulator_says_that_it_has() throws IOException {
    String listed =
        rows().stream().map(row -> row.group(1)).sorted().collect(Collectors.joining(", "));

    assertThatThrownBy(() -> opening(Map.of("sluice.sim.colour", "red")).open())
        .hasMessage(
            "sim:0: the device cannot be opened: the simulator has no option 'colour' (configured:"
                + " colour from the system property sluice.sim.colour); use one of "
                + listed);
  }

  @Test
  void the_variables_on_the_page_reach_the_simulator_as_these_options() throws IOException {
    for (MatchResult row : rows()) {
      SluiceConfig config =
          SluiceConfig.builder()
              .systemProperties(Map.of())
              .environment(Map.of(row.group(2), "x"))
              .build();

      assertThat(config.platformOptions("sim")).containsOnlyKeys(row.group(1));
    }
  }
}
