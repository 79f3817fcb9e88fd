package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The bench commands in README.md, docs/bench.md and docs/performance.md work as they stand there,
 * on the small case.
 */
class BenchGuideTest {

  private static final Path PROJECT = Path.of("..");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^|`)\\./sluice (bench [a-z-]+[^`#\\n]*)");

  private static List<String> commandsOf(String page) {
    try {
      return COMMAND
          .matcher(Files.readString(PROJECT.resolve(page)))
          .results()
          .map(command -> command.group(1).strip())
          .toList();
    } catch (IOException e) {
      throw new AssertionError(page, e);
    }
  }

  @Test
  void every_bench_command_of_the_guides_ends_well() {
    List<String> readme = commandsOf("README.md");
    List<String> bench = commandsOf("docs/bench.md");
    List<String> performance = commandsOf("docs/performance.md");
    assertThat(readme).contains("bench paged-attention", "bench decode");
    assertThat(bench).hasSize(5);
    assertThat(performance).isNotEmpty();

    Stream.of(readme, bench, performance)
        .flatMap(List::stream)
        .map(BenchGuideTest::small)
        .distinct()
        .forEach(
            command -> {
              Outcome outcome = Outcome.of(command.split(" +"));
              assertThat(outcome.err()).as(command).isEmpty();
              assertThat(outcome.exitCode()).as(command).isZero();
              assertThat(outcome.out()).as(command).contains("MANAGED");
            });
  }

  /** Returns the command with the small case, and few rounds or steps unless it says how many. */
  private static String small(String command) {
    String small = command.replaceFirst("--case \\S+", "--case small");
    if (command.contains("decode")) {
      return command.contains("--steps") ? small : small + " --steps 2";
    }
    return (command.contains("--rounds") ? small : small + " --rounds 1") + " --warmup 0";
  }
}
