package dev.sluice.it.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code mvn install}, which the README names, gets through: it fails on a module without jar. */
class InstallTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  @Test
  void a_module_that_makes_no_jar_is_not_installed() throws IOException {
    List<Path> withoutJar =
        MODULE
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .map(module -> ROOT.resolve(module.group(1)))
            .filter(module -> Files.notExists(module.resolve("src/main")))
            .toList();

    assertThat(withoutJar).isNotEmpty();
    for (Path module : withoutJar) {
      assertThat(Files.readString(module.resolve("pom.xml")))
          .as("%s", module)
          .contains("<maven.install.skip>true</maven.install.skip>")
          .contains("<maven.deploy.skip>true</maven.deploy.skip>");
    }
  }
}
