package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.npy.NpyOutputs;
import dev.sluice.cli.npy.NpyReader;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunCommandTest {

  private static final Path CALL = Path.of("src", "test", "resources", "paged_attention");

  @TempDir private Path folder;

  @BeforeEach
  void makeFiles() {
    save("a", HostTensor.wrap(new float[] {0, 1, 2, 3, 4, 5}, Shape.of(2, 3)));
    save("b", HostTensor.wrap(new float[] {0, 2, 4, 6, 8, 10}, Shape.of(2, 3)));
    save("f", HostTensor.wrap(new float[] {2, 23, 62, 119, 194, 287}, Shape.of(2, 3)));
    save("flat", HostTensor.wrap(new float[6], Shape.of(6)));
    save("ints", HostTensor.wrap(new int[6], Shape.of(2, 3)));
  }

  private void save(String name, HostTensor tensor) {
    NpyOutputs.checked(List.of(path(name)), List.of()).write(List.of(tensor));
  }

  private Path path(String name) {
    return folder.resolve(name + ".npy");
  }

  /** Runs a command line in which {@code @x} stands for the file x.npy of the folder. */
  private Outcome run(String line) {
    return Outcome.of(
        Stream.of(line.split(" "))
            .map(word -> word.replaceAll("@(\\w+)", folder.resolve("$1.npy").toString()))
            .toArray(String[]::new));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Outcome attention(String... more) {
    List<String> line = new ArrayList<>(List.of("run", "paged_attention"));
    for (String name : List.of("query", "key_cache", "value_cache", "block_table")) {
      line.addAll(List.of("--in", name + "=" + CALL.resolve(name + ".npy")));
    }
    line.addAll(List.of("--in", "context_lens=" + CALL.resolve("context_lens.npy")));
    line.addAll(List.of("--out", "out=" + path("out")));
    line.addAll(List.of(more));
    return Outcome.of(line.toArray(String[]::new));
  }

  @Test
  void paged_attention_on_files_gives_the_result_that_another_program_computed() {
    Outcome outcome =
        attention("--expect", "out=" + CALL.resolve("golden_out.npy"), "--tolerance", "1e-5");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("on sim:0 (simulated device, cost profile a2a3): no hardware was run")
        .contains("callable 'paged_attention', mode GATED")
        .contains("total: 393,360 bytes up in 3 copies, 32,768 bytes down in 1 copy")
        .contains("moved: 393,360 bytes up, 32,768 bytes down; measured host_wall ")
        .endsWith("out written to " + path("out") + ": FLOAT32 [4, 16, 128]\n");
    HostTensor golden = NpyReader.map(CALL.resolve("golden_out.npy"));
    HostTensor out = NpyReader.map(path("out"));
    for (long i = 0; i < golden.shape().elementCount(); i++) {
      assertThat(Math.abs(out.getFloat(i) - golden.getFloat(i))).isLessThanOrEqualTo(1e-5f);
    }
  }

  @Test
  void a_scalar_that_is_given_takes_the_place_of_the_default() {
    Outcome outcome =
        attention(
            "--scalar",
            "scale=0",
            "--expect",
            "out=" + CALL.resolve("golden_out.npy"),
            "--tolerance=1e-5");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith("sluice: out is not as in " + CALL.resolve("golden_out.npy") + ": ")
        .contains("of 8192 values differ by more than 1.0E-5, the first at [0, 0, ");
  }

  @Test
  void the_vector_example_computes_its_formula() {
    Outcome outcome = run("run vector_example --in a=@a --in b=@b --out f=@r --expect f=@f");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("total: 48 bytes up in 2 copies, 24 bytes down in 1 copy");
    assertThat(path("r")).hasSameBinaryContentAs(path("f"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy-all", "skip-input-download", "gated"})
  void inputs_stay_as_they_are_in_every_mode(String mode) throws IOException {
    byte[] before = Files.readAllBytes(path("a"));

    Outcome outcome =
        run("run vector_example --in a=@a --in b=@b --out f=@r --expect f=@f --mode " + mode);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(path("a")).hasBinaryContent(before);
  }

  @Test
  void an_inout_argument_starts_from_one_file_and_ends_in_another() throws IOException {
    byte[] before = Files.readAllBytes(path("b"));

    Outcome outcome = run("run accumulate --in x=@a --inout sum=@b:@r");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("sum              INOUT   HOST").contains("up   down");
    assertThat(path("b")).hasBinaryContent(before);
    float[] sums = new float[6];
    NpyReader.map(path("r")).read(0, sums, 0, 6);
    assertThat(sums).containsExactly(0, 3, 6, 9, 12, 15);
  }

  @Test
  void one_file_may_be_several_inputs() {
    assertThat(run("run vector_example --in a=@a --in b=@a --out f=@r").exitCode()).isZero();
  }

  @Test
  void a_result_that_is_not_as_expected_is_written_and_the_exit_code_is_1() {
    Outcome outcome = run("run vector_example --in a=@a --in b=@b --out f=@r --expect f=@a");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "sluice: f is not as in "
                + path("a")
                + ": 6 of 6 values differ by more than 0.0, the first at [0, 0]: 2.0 instead of"
                + " 0.0\n");
    assertThat(path("r")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--in a=@a --in b=@flat | argument 1 'b': has shape [6], but a has [2, 3]; give all",
        "--in a=@ints --in b=@a | argument 0 'a': is INT32; give FLOAT32",
        "--in a=@none --in b=@b | none.npy: there is no such file; check the path",
        "--in a=@a --in b=@b --expect f=@flat | flat.npy: has shape [6], but the result will have",
        "--in a=@a --in b=@b --expect f=@ints | ints.npy: is INT32, but the result will be FLOAT32",
        "--in a=@a --in b=@r | r.npy: there is no such file; check the path",
      })
  void files_that_do_not_fit_are_one_message_and_nothing_is_written(String inputs, String message)
      throws IOException {
    List<String> before = names();

    Outcome outcome = run("run vector_example " + inputs + " --out f=@r");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("sluice: ").contains(message).hasLineCount(1);
    assertThat(names()).isEqualTo(before);
  }

  @Test
  void hostile_files_are_one_message_and_nothing_is_written() throws IOException {
    byte[] good = Files.readAllBytes(path("a"));
    List<byte[]> hostile =
        List.of(
            new byte[0],
            "not an array\n".getBytes(StandardCharsets.US_ASCII),
            Arrays.copyOf(good, 9),
            Arrays.copyOf(good, 100),
            Arrays.copyOf(good, good.length - 1),
            Arrays.copyOf(good, good.length + 1),
            changed(good, "(2, 3)", "(-2,3)"),
            changed(good, "(2, 3)", "((2,))"),
            changed(good, "(2, 3), }", "(4611686018427387904,)}"),
            changed(good, "'<f4'", "'>f4'"),
            changed(good, "\u0093NUMPY\u0001", "\u0093NUMPY\u0009"));
    for (byte[] bytes : hostile) {
      Files.write(path("x"), bytes);
      List<String> before = names();

      Outcome outcome = run("run vector_example --in a=@a --in b=@x --out f=@r");

      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err()).startsWith("sluice: " + path("x") + ": ").hasLineCount(1);
      assertThat(names()).isEqualTo(before);
    }
  }

  private static byte[] changed(byte[] file, String from, String to) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    assertThat(text).contains(from);
    return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void a_call_that_fails_on_the_device_writes_nothing() throws IOException {
    save("lens", HostTensor.wrap(new int[] {37, 64, 100, 129}, Shape.of(4)));
    List<String> before = names();
    Outcome outcome =
        Outcome.of(
            "run",
            "paged_attention",
            "--in=query=" + CALL.resolve("query.npy"),
            "--in=key_cache=" + CALL.resolve("key_cache.npy"),
            "--in=value_cache=" + CALL.resolve("value_cache.npy"),
            "--in=block_table=" + CALL.resolve("block_table.npy"),
            "--in=context_lens=" + path("lens"),
            "--out=out=" + path("out"));

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("argument 4 'context_lens': sequence 3 has a context of 129 tokens")
        .hasLineCount(1);
    assertThat(names()).isEqualTo(before);
  }

  @Test
  void a_query_of_another_rank_is_refused_by_name() {
    Outcome outcome =
        run(
            "run paged_attention --in query=@a --in key_cache=@a --in value_cache=@a"
                + " --in block_table=@a --in context_lens=@a --out out=@r");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "sluice: callable 'paged_attention', argument 0 'query': has shape [2, 3]; give 3"
                + " dimensions: sequences, heads, head dim\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"f=@a", "f=@f"})
  void a_result_never_goes_over_a_file_that_is_read(String result) throws IOException {
    byte[] a = Files.readAllBytes(path("a"));
    byte[] f = Files.readAllBytes(path("f"));

    Outcome outcome = run("run vector_example --in a=@a --in b=@b --expect f=@f --out " + result);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains(": is read by the same command, as ").hasLineCount(1);
    assertThat(path("a")).hasBinaryContent(a);
    assertThat(path("f")).hasBinaryContent(f);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vector --out f=@r | there is no callable 'vector'; there are paged_attention, vector_example, accumulate",
        "vector_example --in a=@a --out f=@r | argument 'b' is missing: give it with --in b=FILE.npy; the callable is vector_example(IN a, IN b, OUT f)",
        "vector_example --in a=@a --in b=@b | argument 'f' is missing: give it with --out f=FILE.npy; the callable is",
        "vector_example --in a=@a --in c=@b | there is no tensor argument 'c'; the callable is vector_example(IN a, IN b, OUT f)",
        "vector_example --in a=@a --in a=@b | --in a is given twice; the callable is vector_example(",
        "vector_example --in f=@a | argument 'f' is OUT: give it with --out f=FILE.npy, not with --in; the callable",
        "vector_example --out a=@a | argument 'a' is IN: give it with --in a=FILE.npy, not with --out; the callable",
        "vector_example --expect a=@a | argument 'a' is IN: give it with --in a=FILE.npy, not with --expect; the",
        "accumulate --in sum=@a | argument 'sum' is INOUT: give it with --inout sum=IN.npy:OUT.npy, not with --in; the",
        "accumulate --inout sum=@a | --inout sum takes two files with one colon between them; the callable is accumulate(",
        "accumulate --inout sum=@a:@b:@b | --inout sum takes two files with one colon between them; the callable is",
        "vector_example --scalar s=1 | there is no scalar 's'; the callable is vector_example(",
        "paged_attention --scalar scale=x | scalar 'scale' is x, not a FLOAT32; the callable is paged_attention(",
        "paged_attention --scalar scale=1e99 | scalar 'scale' is 1e99, not a FLOAT32; the callable is",
        "paged_attention --scalar scale=1 --scalar scale=1 | --scalar scale is given twice; the callable is",
        "vector_example --in a | Invalid value for option '--in' (NAME=FILE.npy): 'a' is not NAME=VALUE",
        "vector_example --in =a | Invalid value for option '--in' (NAME=FILE.npy): '=a' is not NAME=VALUE",
        "vector_example --tolerance -1 | --tolerance is -1.0, but must be at least 0",
        "vector_example --tolerance NaN | --tolerance is NaN, but must be at least 0",
        "vector_example --tolerance 1 | --tolerance is given without --expect",
        "--in a=@a | give either the name of a built-in callable or --callable FOLDER",
        "vector_example --callable x | give either the name of a built-in callable or --callable FOLDER",
        "vector_example --shape f=2x3 | --shape and --type are for packaged callables",
      })
  void wrong_usage_is_one_line_with_the_signature_and_exit_code_2(String args, String message) {
    Outcome outcome = run("run " + args);

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("sluice: " + message)
        .endsWith("; see 'sluice run --help'\n")
        .hasLineCount(1);
  }

  @Test
  void callables_lists_signatures_types_and_shapes() {
    Outcome outcome = run("callables");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains(
            "paged_attention(IN query, IN key_cache, IN value_cache, IN block_table,"
                + " IN context_lens, OUT out; FLOAT32 scale)\n")
        .contains("  scale: 1/sqrt(head dim) unless given\n")
        .contains("vector_example(IN a, IN b, OUT f)\n  f = (a+b+1)*(a+b+2)+(a+b)")
        .contains("accumulate(IN x, INOUT sum)\n");
  }
}
