package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a folder of platform jars may hold. */
class PlatformFolderTest {

  @TempDir private Path folder;

  private static Path jar(Path file) throws Exception {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new ZipEntry("a"));
    }
    return file;
  }

  @Test
  void a_pipe_or_a_folder_that_is_called_a_jar_is_left_out_and_not_opened() throws Exception {
    Path pipe = folder.resolve("pipe.jar");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path sub = Files.createDirectory(folder.resolve("sub.jar"));
    Path good = jar(folder.resolve("good.jar"));
    List<String> warnings = new ArrayList<>();

    PlatformPath path =
        assertTimeoutPreemptively(
            Duration.ofMinutes(1), () -> PlatformPath.of(folder, warnings::add));

    assertThat(warnings)
        .containsExactlyInAnyOrder(
            pipe + " is left out, it is not a file", sub + " is left out, it is not a file");
    try (URLClassLoader loader = path.open()) {
      assertThat(loader.getURLs()).extracting(URL::getFile).containsExactly(good.toString());
    }
  }

  @Test
  void a_folder_in_which_java_cannot_read_jars_is_refused() throws Exception {
    Path inside = Files.createDirectories(folder.resolve("wow!").resolve("jars"));
    jar(inside.resolve("good.jar"));

    assertThatThrownBy(() -> PlatformPath.of(inside, warning -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'%s' lies in a folder whose name ends in '!', where Java cannot read jars; rename that"
                + " folder",
            inside);
  }

  @Test
  void a_folder_with_the_mark_inside_its_name_is_taken() throws Exception {
    Path inside = Files.createDirectories(folder.resolve("wow!now"));
    jar(inside.resolve("good.jar"));

    try (URLClassLoader loader = PlatformPath.of(inside, warning -> {}).open()) {
      assertThat(loader.getResource("a")).isNotNull();
    }
  }
}
