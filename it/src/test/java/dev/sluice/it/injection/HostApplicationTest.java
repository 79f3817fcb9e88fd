package dev.sluice.it.injection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm;
import dev.sluice.it.jvm.ChildJvm.Result;
import dev.sluice.testkit.SimulatedDevice;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The sample application is built and tested against the jars that its pom asks for, in processes
 * of its own. Maven is left out: it would need a repository that has Sluice.
 */
class HostApplicationTest {

  private static final Path SAMPLE = Path.of("..", "docs", "examples", "host-application");
  private static final Path SAMPLE_POM = SAMPLE.resolve("pom.xml");
  private static final Path PARENT_POM = Path.of("..", "pom.xml");
  private static final Path TEST_RUNNER =
      Path.of("src", "test", "resources", "child", "tests", "RunTests.java");

  @TempDir private Path folder;

  @Test
  void its_own_tests_succeed() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    String jars =
        joined(
            ChildJvm.jarsToCompileWith(),
            ChildJvm.path(SimulatedDevice.class, Assertions.class),
            GuiceJars.path(),
            JUnitJars.path());
    Path classes =
        child.compile(
            List.of("--class-path", jars),
            Stream.of(sources("main"), sources("test"), List.of(TEST_RUNNER))
                .flatMap(List::stream)
                .toList());

    Result result =
        child.java(
            GuiceJars.QUIET,
            "--class-path",
            joined(classes.toString(), jars),
            "tests.RunTests",
            "com.example.scaling.ScalingServiceTest");

    assertPrinted(result, "2 tests succeeded");
  }

  @Test
  void it_runs_on_the_platform_that_it_is_told_to_use() throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    String jars = joined(ChildJvm.jars(), GuiceJars.path());
    Path classes = child.compile(List.of("--class-path", jars), sources("main"));

    Result result =
        child.java(
            GuiceJars.QUIET,
            "-Dsluice.platform=sim",
            "--class-path",
            joined(classes.toString(), jars),
            "com.example.scaling.ScalingApplication");

    assertPrinted(result, "on sim:0", "1.5", "3.0", "4.5");
  }

  @Test
  void its_pom_names_the_versions_of_this_build() throws Exception {
    Element sample = root(SAMPLE_POM);
    Element parent = root(PARENT_POM);
    Map<String, String> expected = children(child(parent, "properties"));
    expected.put("sluice.version", text(child(parent, "version")));
    Map<String, String> properties = children(child(sample, "properties"));

    assertThat(properties)
        .containsKeys("sluice.version", "guice.version", "guava.version", "junit.version");
    assertThat(expected).containsAllEntriesOf(properties);
    assertThat(pluginVersions(parent)).containsAllEntriesOf(pluginVersions(sample));
  }

  @Test
  void its_pom_gives_its_tests_the_option_that_keeps_guice_quiet() throws Exception {
    NodeList options = root(SAMPLE_POM).getElementsByTagName("argLine");

    assertThat(options.getLength()).isOne();
    assertThat(options.item(0).getTextContent()).isEqualTo(GuiceJars.QUIET);
    assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
        .contains("`" + GuiceJars.QUIET + "`");
  }

  private static List<Path> sources(String set) throws IOException {
    try (Stream<Path> files = Files.walk(SAMPLE.resolve(Path.of("src", set, "java")))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static String joined(String... paths) {
    return String.join(File.pathSeparator, paths);
  }

  private static void assertPrinted(Result result, String... lines) {
    assertThat(result.err()).as("standard error").isEmpty();
    assertThat(result.out()).containsExactly(lines);
    assertThat(result.exitCode()).isZero();
  }

  private static Element root(Path pom) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    return document.getDocumentElement();
  }

  private static Element child(Element element, String name) {
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element found && found.getTagName().equals(name)) {
        return found;
      }
    }
    throw new AssertionError(element.getTagName() + " has no " + name);
  }

  private static Map<String, String> children(Element element) {
    Map<String, String> texts = new TreeMap<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element found) {
        texts.put(found.getTagName(), text(found));
      }
    }
    return texts;
  }

  /** Returns the plugins that have a version, by artifact. */
  private static Map<String, String> pluginVersions(Element pom) {
    Map<String, String> versions = new TreeMap<>();
    NodeList plugins = pom.getElementsByTagName("plugin");
    for (int i = 0; i < plugins.getLength(); i++) {
      Map<String, String> parts = children((Element) plugins.item(i));
      if (parts.containsKey("version")) {
        versions.put(parts.get("artifactId"), parts.get("version"));
      }
    }
    return versions;
  }

  private static String text(Element element) {
    return element.getTextContent().strip();
  }
}
