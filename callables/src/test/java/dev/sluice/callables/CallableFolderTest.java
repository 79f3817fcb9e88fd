package dev.sluice.callables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.kernel.NativeKernel.Parameter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example of docs/callables.md, and ways to get it wrong. */
class CallableFolderTest {

  private static final Path GUIDE = Path.of("..", "docs", "callables.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```json\\n(.*?)^```$");
  private static final byte[] ORCHESTRATION = "orchestration".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;
  private String example = "";

  @BeforeEach
  void copyTheExample() throws IOException {
    Matcher found = EXAMPLE.matcher(Files.readString(GUIDE));
    assertThat(found.find()).isTrue();
    example = found.group(1);
    Files.createDirectories(folder.resolve("a2a3"));
    Files.write(folder.resolve("a2a3/orchestration.so"), ORCHESTRATION);
    Files.write(folder.resolve("a2a3/add.so"), new byte[] {1, 2, 3});
  }

  private DeviceCallable read(String description) {
    try {
      Files.writeString(folder.resolve("callable.json"), description);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return CallableFolder.read(folder);
  }

  @Test
  void the_example_of_the_guide_is_read() throws Exception {
    String hash =
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(ORCHESTRATION));
    assertThat(example).as("the hash of the guide").contains(hash);

    DeviceCallable callable = read(example);

    assertThat(callable.name()).isEqualTo("vector_add");
    assertThat(callable.signature()).hasToString("(IN a, IN b, OUT sum)");
    NativeArtifact artifact = (NativeArtifact) callable.artifacts().get("a2a3");
    assertThat(artifact.entry()).isEqualTo("aicpu_orchestration_entry");
    assertThat(artifact.orchestration().remaining()).isEqualTo(13);
    NativeKernel kernel = artifact.kernels().get(0);
    assertThat(kernel.funcId()).isZero();
    assertThat(kernel.signature())
        .containsExactly(Parameter.IN, Parameter.IN, Parameter.OUT, Parameter.SCALAR);
    assertThat(read(example)).as("equal content").isEqualTo(callable);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"schema\": 1 | \"schema\": 2 | $.schema is 2; write 1",
        "\"schema\": 1 | \"schema\": \"1\" | $.schema is a text, not a whole number; write it without quotes",
        "\"name\": \"vector_add\" | \"title\": \"x\" | $ lacks 'name'; add it",
        "\"name\": \"vector_add\" | \"name\": 7 | $.name is a number, not a text; write it in quotes",
        "\"direction\": \"OUT\" | \"direction\": \"UP\" | $.signature.tensors[2].direction is 'UP'; write one of [IN, OUT, INOUT, UNKNOWN]",
        "\"signature\": { | \"signature\": {\"scalars\": [{\"name\": \"x\", \"type\": null}], | $.signature.scalars[0].type is null, not a text; write it in quotes",
        "\"funcId\": 0 | \"funcId\": 1024 | $.platforms.a2a3.kernels[0].funcId is 1024; write a number from 0 to 1023",
        "\"funcId\": 0 | \"funcId\": 0.5 | $.platforms.a2a3.kernels[0].funcId is a number, not a whole number; write it without quotes",
        "\"core\": \"AIV\" | \"core\": \"AIV\", \"cores\": 2 | $.platforms.a2a3.kernels[0].cores is not known; use one of [funcId, core, file, bytes, sha256, signature]",
        "\"bytes\": 13 | \"bytes\": 14 | $.platforms.a2a3.orchestration says that a2a3/orchestration.so has 14 bytes, but it has 13; package the callable again",
        "a2a3/add.so | ../add.so | $.platforms.a2a3.kernels[0] names the file '../add.so', which is not there; package it too",
        "a2a3/add.so | a2a3 | $.platforms.a2a3.kernels[0] names 'a2a3', which is not a file; name a file",
        "\"kernels\": [ | \"kernels\": 1, \"x\": [ | $.platforms.a2a3.kernels is a number, not a list; write a list, in brackets",
        "\"platforms\": { | \"platforms\": {}, \"more\": { | $.platforms names no platform; describe at least one",
        "\"hostArguments\": [] | \"hostArguments\": [3] | $.platforms.a2a3.hostArguments[0] is a number, not a text; write it in quotes",
      })
  void a_mistake_is_named_by_its_path(String from, String to, String message) {
    assertThat(example).contains(from);
    assertThatThrownBy(() -> read(example.replace(from, to)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("callable.json: " + message);
  }

  @Test
  void scalars_of_every_type_are_read_in_order() {
    DeviceCallable callable =
        read(
            example.replace(
                "\"signature\": {",
                """
                "signature": {"scalars": [
                  {"name": "a0", "type": "INT32"}, {"name": "a1", "type": "INT64"},
                  {"name": "a2", "type": "FLOAT32"}, {"name": "a3", "type": "FLOAT64"},
                  {"name": "a4", "type": "BITS"}],
                """));

    assertThat(callable.signature())
        .hasToString("(IN a, IN b, OUT sum; INT32 a0, INT64 a1, FLOAT32 a2, FLOAT64 a3, BITS a4)");
  }

  @Test
  void another_hash_is_refused() {
    assertThatThrownBy(() -> read(example.replaceFirst("\"sha256\": \"..", "\"sha256\": \"00")))
        .hasMessageContaining("$.platforms.a2a3.orchestration says that a2a3/orchestration.so has")
        .hasMessageContaining("the SHA-256 00");
  }

  @Test
  void what_is_not_json_or_has_a_key_twice_is_refused() {
    for (String text :
        new String[] {"", "{", "[]", "{} {}", "{\"name\": 1, \"name\": 2}", "\u0000"}) {
      assertThatThrownBy(() -> read(text))
          .as("'%s'", text)
          .isInstanceOf(RejectedCallException.class)
          .hasMessageStartingWith("callable.json");
    }
  }

  @Test
  void a_file_outside_the_folder_is_refused_also_behind_a_link() throws IOException {
    Path outside = Files.createTempFile("outside", ".so");
    try {
      Files.write(outside, new byte[] {1});
      assertThatThrownBy(() -> read(example.replace("a2a3/add.so", outside.toString())))
          .hasMessageContaining("which is outside the folder");
      Files.createSymbolicLink(folder.resolve("link.so"), outside);
      assertThatThrownBy(() -> read(example.replace("a2a3/add.so", "link.so")))
          .hasMessageContaining("names the file 'link.so', which is outside the folder");
      Files.delete(folder.resolve("callable.json"));
      Files.writeString(outside, example);
      Files.createSymbolicLink(folder.resolve("callable.json"), outside);
      assertThatThrownBy(() -> CallableFolder.read(folder))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              folder.toRealPath().resolve("callable.json")
                  + " is a link to outside the folder; put the file itself there");
    } finally {
      Files.delete(outside);
    }
  }

  @Test
  void a_folder_that_is_none_or_has_no_description_is_refused() throws IOException {
    assertThatThrownBy(() -> CallableFolder.read(folder.resolve("none")))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("is not there, or cannot be read");
    assertThatThrownBy(() -> CallableFolder.read(folder))
        .hasMessageContaining("has no callable.json");
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> CallableFolder.read(file)).hasMessageContaining("is not a folder");
  }

  @Test
  void what_the_artifact_refuses_is_refused() {
    String twice =
        example.replace(
            "\"hostArguments\": []", "\"hostArguments\": [\"sum\"]"); // not IN: the runtime says so
    assertThat(read(twice).artifacts().get("a2a3").hostArguments()).containsExactly("sum");
    assertThatThrownBy(
            () ->
                read(
                    example.replace("\"entry\": \"aicpu_orchestration_entry\"", "\"entry\": \"\"")))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("the entry symbol is empty");
  }

  @Test
  void a_description_that_is_cut_off_anywhere_is_refused() {
    String whole = example.strip();
    for (int length = 0; length < whole.length(); length++) {
      String cut = whole.substring(0, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(RejectedCallException.class);
    }
  }

  @Test
  void any_value_in_any_place_gives_a_callable_or_a_refusal() {
    List<String> odd =
        List.of(
            "null",
            "true",
            "-1",
            "1.5",
            "1e400",
            "99999999999999999999",
            "[]",
            "{}",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\".\"",
            "\"..\"",
            "\"" + "x".repeat(70_000) + "\"",
            "[".repeat(3000) + "]".repeat(3000));
    Matcher place =
        Pattern.compile("(?<=[:\\[,] ?|\\s)(\"[^\"]*\"(?!:)|\\d+|\\[|\\{)").matcher(example);
    int tried = 0;
    while (place.find()) {
      for (String value : odd) {
        boolean opens = place.group().equals("[") || place.group().equals("{");
        String rest = example.substring(place.end());
        String changed =
            example.substring(0, place.start())
                + value
                + (opens ? ", \"rest\": " + place.group() : "")
                + rest;
        isCallable(changed);
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(20 * odd.size());
  }

  private boolean isCallable(String description) {
    try {
      return !read(description).name().isEmpty();
    } catch (RejectedCallException e) {
      assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(200_000);
      return false;
    }
  }
}
