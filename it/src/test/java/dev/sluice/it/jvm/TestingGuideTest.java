package dev.sluice.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.injection.JUnitJars;
import dev.sluice.it.jvm.ChildJvm.Result;
import dev.sluice.testkit.SimulatedDevice;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes in the guides about tests compile, and those that are tests succeed. */
class TestingGuideTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Path TEST_RUNNER =
      Path.of("src", "test", "resources", "child", "tests", "RunTests.java");
  private static final Pattern JAVA_BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern CLASS_NAME = Pattern.compile("(?m)^class (\\w+)");

  @TempDir private Path folder;

  @Test
  void every_class_compiles_and_every_test_succeeds() throws IOException, InterruptedException {
    List<Path> sources = new ArrayList<>(List.of(TEST_RUNNER));
    List<String> tests = new ArrayList<>();
    String guides =
        Files.readString(DOCS.resolve("testing.md"))
            + Files.readString(DOCS.resolve("platform-guide.md"));
    Matcher blocks = JAVA_BLOCK.matcher(guides);
    while (blocks.find()) {
      Matcher name = CLASS_NAME.matcher(blocks.group(1));
      assertThat(name.find()).as(blocks.group(1)).isTrue();
      Path source = folder.resolve(name.group(1) + ".java");
      Files.writeString(source, blocks.group(1));
      sources.add(source);
      if (name.group(1).endsWith("Test")) {
        tests.add(name.group(1));
      }
    }
    assertThat(tests).containsExactly("SumTest", "TrapsTest", "FailureTest", "MyPlatformTest");

    String jars =
        String.join(
            File.pathSeparator,
            ChildJvm.jarsToCompileWith(),
            ChildJvm.path(SimulatedDevice.class, Assertions.class),
            JUnitJars.path());
    ChildJvm child = new ChildJvm(folder);
    Path classes = child.compile(List.of("--class-path", jars), sources);
    for (String test : tests) {
      Result result =
          child.java("--class-path", classes + File.pathSeparator + jars, "tests.RunTests", test);
      assertThat(result.err()).as("standard error of %s", test).isEmpty();
      assertThat(result.out()).hasSize(1);
      assertThat(result.out().get(0)).matches("([2-9]|\\d\\d) tests succeeded");
    }
  }
}
