package dev.sluice.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's Java example compiles, runs, and prints what its comments {@code // prints: ...}
 * say.
 */
class ReadmeTest {

  private static final Path README = Path.of("..", "README.md");
  private static final Pattern JAVA_BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern SHOWN = Pattern.compile("(?m)// prints: (.*)$");
  private static final Pattern CLASS_NAME =
      Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

  @TempDir private Path folder;

  @Test
  void the_example_compiles_runs_and_prints_what_is_shown()
      throws IOException, InterruptedException {
    String readme = Files.readString(README);
    Matcher example = JAVA_BLOCK.matcher(readme);
    assertThat(example.find()).as("README.md has a ```java block").isTrue();
    assertThat(example.group(1).lines().count()).as("lines of the example").isBetween(1L, 25L);
    Matcher name = CLASS_NAME.matcher(example.group(1));
    assertThat(name.find()).as("the first ```java block has a class").isTrue();
    Path source = folder.resolve(name.group(1) + ".java");
    Files.writeString(source, example.group(1));

    ChildJvm child = new ChildJvm(folder);
    Path classes = child.compile(List.of("--class-path", ChildJvm.jars()), List.of(source));
    Result result =
        child.java("--class-path", classes + File.pathSeparator + ChildJvm.jars(), name.group(1));

    assertThat(result.err()).as("standard error").isEmpty();
    assertThat(result.exitCode()).isZero();
    List<String> shown =
        SHOWN.matcher(example.group(1)).results().map(line -> line.group(1)).toList();
    assertThat(shown).as("what the example says that it prints").isNotEmpty();
    assertThat(result.out()).isEqualTo(shown);
  }
}
