package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.npy.NpyOutputs;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands in docs/files.md work as they stand there. */
class FilesGuideTest {

  private static final Path PROJECT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
  private static final Pattern FILE = Pattern.compile("[\\w/]+\\.npy");

  @TempDir private Path folder;

  @Test
  void every_command_of_the_guide_ends_well() throws IOException {
    // What the guide's lines of Python save.
    save("a.npy", new float[] {0, 1, 2, 3, 4, 5});
    save("b.npy", new float[] {0, 2, 4, 6, 8, 10});
    String guide = Files.readString(PROJECT.resolve("docs").resolve("files.md"));
    List<String> commands =
        BLOCK
            .matcher(guide)
            .results()
            .flatMap(block -> block.group(1).replace("\\\n", " ").lines())
            .toList();
    assertThat(commands).hasSize(4).allMatch(line -> line.startsWith("./sluice "));

    for (String command : commands) {
      String placed = FILE.matcher(command.substring("./sluice ".length())).replaceAll(this::place);
      Outcome outcome = Outcome.of(placed.strip().split(" +"));
      assertThat(outcome.err()).as(command).isEmpty();
      assertThat(outcome.exitCode()).as(command).isZero();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.npy", "b.npy", "f.npy", "sum.npy", "out.npy");
    }
  }

  private void save(String name, float[] values) {
    NpyOutputs.checked(List.of(folder.resolve(name)), List.of())
        .write(List.of(HostTensor.wrap(values, Shape.of(2, 3))));
  }

  /** Paths with folders are the project's, names alone the reader's. */
  private String place(MatchResult file) {
    String path = file.group();
    return (path.contains("/") ? PROJECT : folder).resolve(path).toString();
  }
}
