package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands in docs/choosing-a-platform.md work as they stand there. */
class ChoosingGuideTest {

  private static final Path GUIDE = Path.of("..", "docs", "choosing-a-platform.md");
  private static final Pattern COMMAND = Pattern.compile("`\\./sluice ([^`]+)`");

  @TempDir private Path jars;

  @Test
  void every_command_of_the_guide_ends_well() throws IOException {
    List<String> commands =
        COMMAND
            .matcher(Files.readString(GUIDE))
            .results()
            .map(command -> command.group(1))
            .toList();
    assertThat(commands).hasSize(2);
    try (OutputStream out = Files.newOutputStream(jars.resolve("library.jar"));
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new ZipEntry("a"));
    }

    for (String command : commands) {
      Outcome outcome = Outcome.of(command.replace("DIR", jars.toString()).split("\\s+"));
      assertThat(outcome.err()).as(command).isEmpty();
      assertThat(outcome.exitCode()).as(command).isZero();
      assertThat(outcome.out()).as(command).contains("sim ", " usable ");
    }
  }
}
