package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.cli.npy.NpyOutputs;
import dev.sluice.cli.npy.NpyReader;
import dev.sluice.it.jvm.ChildJvm;
import dev.sluice.it.jvm.ChildJvm.Result;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/callables.md work as they stand there, on the stand-in for the host runtime:
 * on the folder that the guide describes, with the platform's jar where the guide looks for it.
 */
class CallablesGuideTest {

  private static final Path GUIDE = Path.of("..", "docs", "callables.md");
  private static final String HOME = "/opt/simpler/build/lib";
  private static final Shape SHAPE = Shape.of(4, 256);

  @TempDir private Path folder;
  private String guide = "";

  @BeforeEach
  void makeWhatTheGuideSpeaksOf() throws IOException, NoSuchAlgorithmException {
    guide = Files.readString(GUIDE);
    byte[] orchestration = StandIn.sharedObject("orchestration");
    String hash =
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(orchestration));
    Path callable = Files.createDirectories(folder.resolve("vector_add"));
    Files.writeString(
        callable.resolve("callable.json"),
        block("json")
            .replaceFirst("\"bytes\": \\d+", "\"bytes\": " + orchestration.length)
            .replaceFirst("\"sha256\": \"\\w+\"", "\"sha256\": \"" + hash + "\""));
    Files.createDirectories(callable.resolve("a2a3"));
    Files.write(callable.resolve("a2a3/orchestration.so"), orchestration);
    Files.write(callable.resolve("a2a3/add.so"), StandIn.sharedObject("kernel"));
    save("a.npy", 1);
    save("b.npy", 10);
    putPlatformJar(Files.createDirectories(folder.resolve("platform-a2a3/target")));
  }

  private String block(String language) {
    Matcher found = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$").matcher(guide);
    assertThat(found.find()).as(language).isTrue();
    return found.group(1);
  }

  private void save(String name, float first) {
    float[] values = new float[(int) SHAPE.elementCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = first + i;
    }
    NpyOutputs.checked(List.of(folder.resolve(name)), List.of())
        .write(List.of(HostTensor.wrap(values, SHAPE)));
  }

  /** Puts it there as a build does, also where this build has made classes only. */
  private static void putPlatformJar(Path target) throws IOException {
    Path built = Path.of(ChildJvm.path(A2a3Platform.class));
    Path jar = target.resolve("sluice-platform-a2a3.jar");
    if (Files.isRegularFile(built)) {
      Files.copy(built, jar);
      return;
    }
    PrintWriter messages = new PrintWriter(System.err, true);
    int exitCode =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(messages, messages, "-cf", jar.toString(), "-C", built.toString(), ".");
    assertThat(exitCode).isZero();
  }

  /** The command's own class path has no platform for hardware. */
  private static String classPathOfTheCommand() {
    String platform = ChildJvm.path(A2a3Platform.class);
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(part -> !part.equals(platform))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void every_command_of_the_guide_ends_well() throws IOException, InterruptedException {
    StandIn standIn = StandIn.of(new Build("a2a3", "sim", "tensormap_and_ringbuffer"));
    Map<String, String> environment = new HashMap<>();
    List<String> printed = new ArrayList<>();
    for (String line : block("sh").replace("\\\n", " ").lines().toList()) {
      List<String> words = List.of(line.strip().split(" +"));
      List<String> rest = words.subList(1, words.size());
      switch (words.get(0)) {
        case "export" ->
            rest.stream()
                .map(word -> word.replace(HOME, standIn.home().toString()).split("="))
                .forEach(variable -> environment.put(variable[0], variable[1]));
        case "./sluice" -> printed.addAll(sluice(environment, rest));
        default -> throw new AssertionError("neither export nor ./sluice: " + line);
      }
    }

    assertThat(printed)
        .anyMatch(line -> line.startsWith("moved: 8,192 bytes up, 4,096 bytes down"))
        .contains("sum written to sum.npy: FLOAT32 [4, 256]")
        .anyMatch(line -> line.matches(" *argument 2 'sum' +OUT +SAFE +written whole.*"));
    float[] sums = new float[(int) SHAPE.elementCount()];
    NpyReader.map(folder.resolve("sum.npy")).read(0, sums, 0, sums.length);
    assertThat(sums).startsWith(11, 13, 15).endsWith(11 + 2 * (sums.length - 1));
  }

  private List<String> sluice(Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add("--enable-native-access=ALL-UNNAMED"); // or a newer Java prints a warning
    arguments.addAll(List.of("--class-path", classPathOfTheCommand(), "dev.sluice.cli.Main"));
    arguments.addAll(words);
    Result result = new ChildJvm(folder).java(environment, arguments.toArray(String[]::new));
    assertThat(result.err()).as("%s", words).isEmpty();
    assertThat(result.exitCode()).as("%s", words).isZero();
    return result.out();
  }
}
