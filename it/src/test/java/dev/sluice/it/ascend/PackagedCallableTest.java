package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.jvm.ChildJvm;
import dev.sluice.it.jvm.ChildJvm.Result;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command on a packaged callable, on the stand-in for the host runtime. */
class PackagedCallableTest {

  private static final String DESCRIPTION =
      """
      {"schema": 1, "name": "add",
       "signature": SIGNATURE,
       "platforms": {"PLATFORM": {
          "orchestration": {"file": "orchestration.so", "entry": "vector_add"},
          "kernels": [{"funcId": 0, "core": "AIV", "file": "kernel.so"}]}}}
      """;

  private static final String ADDITION =
      """
      {"tensors": [{"name": "a", "direction": "IN"}, {"name": "b", "direction": "IN"},
          {"name": "sum", "direction": "OUT"}]}
      """;

  private static final String ATTENTION =
      """
      {"tensors": [{"name": "query", "direction": "IN"}, {"name": "key_cache", "direction": "IN"},
          {"name": "value_cache", "direction": "IN"}, {"name": "block_table", "direction": "IN"},
          {"name": "context_lens", "direction": "IN"}, {"name": "out", "direction": "OUT"}],
       "scalars": [{"name": "scale", "type": "FLOAT32"}]}
      """;

  @TempDir private Path folder;
  private String signature = ADDITION;
  private String entry = "vector_add";

  @BeforeEach
  void makeFiles() throws IOException {
    Files.write(folder.resolve("orchestration.so"), StandIn.sharedObject("orchestration"));
    Files.write(folder.resolve("kernel.so"), StandIn.sharedObject("kernel"));
    saveFloats("a.npy", 1, 2, 3, 4);
    saveFloats("b.npy", 10, 20, 30, 40);
    saveFloats("expected.npy", 11, 22, 33, 44);
  }

  /** NumPy format 1.0: magic, version, header length, header padded to 64 bytes, data. */
  private void saveFloats(String name, float... values) throws IOException {
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
    byte[] padded =
        (header + " ".repeat(117 - header.length()) + "\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file =
        ByteBuffer.allocate(10 + padded.length + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
        .put((byte) 1)
        .put((byte) 0);
    file.putShort((short) padded.length).put(padded);
    for (float value : values) {
      file.putFloat(value);
    }
    Files.write(folder.resolve(name), file.array());
  }

  private Result sluice(String platform, String... arguments)
      throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("callable.json"),
        DESCRIPTION
            .replace("SIGNATURE", signature)
            .replace("PLATFORM", platform)
            .replace("vector_add", entry));
    List<String> all = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
    Map<String, String> options =
        StandIn.of(new Build(platform, "sim", "tensormap_and_ringbuffer")).options();
    options.forEach((name, value) -> all.add("-Dsluice." + platform + "." + name + "=" + value));
    all.addAll(
        List.of("--class-path", System.getProperty("java.class.path"), "dev.sluice.cli.Main"));
    all.addAll(List.of(arguments));
    return new ChildJvm(folder).java(all.toArray(String[]::new));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void a_packaged_callable_runs_on_files(String platform) throws Exception {
    Result result =
        sluice(
            platform,
            "run",
            "--callable",
            folder.toString(),
            "--platform",
            platform,
            "--in",
            "a=" + file("a.npy"),
            "--in",
            "b=" + file("b.npy"),
            "--out",
            "sum=" + file("sum.npy"),
            "--shape",
            "sum=2x2",
            "--type",
            "sum=float32",
            "--expect",
            "sum=" + file("expected.npy"));

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .anyMatch(line -> line.startsWith("moved: 32 bytes up, 16 bytes down"))
        .anyMatch(line -> line.contains("simulated by the host runtime"));
    assertThat(folder.resolve("sum.npy")).exists();
  }

  @Test
  void a_packaged_callable_is_audited() throws Exception {
    Result result =
        sluice(
            "a2a3",
            "audit",
            "--callable",
            folder.toString(),
            "--platform",
            "a2a3",
            "--in",
            "a=" + file("a.npy"),
            "--in",
            "b=" + file("b.npy"),
            "--shape",
            "sum=2x2",
            "--type",
            "sum=float32");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).hasSize(4).noneMatch(line -> line.contains("UNSAFE"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void paged_attention_is_measured_mode_by_mode(String platform) throws Exception {
    signature = ATTENTION;
    entry = "writes_nothing"; // so every mode moves what it moves, and no output is right
    Result result =
        sluice(
            platform,
            "bench",
            "paged-attention",
            "--platform",
            platform,
            "--callable",
            folder.toString(),
            "--rounds",
            "1",
            "--warmup",
            "0");

    assertThat(result.out().get(0))
        .startsWith("paged-attention small on " + platform + ":0 (Ascend ")
        .endsWith("median of 1 rounds after 0, one mode after the other");
    for (String mode : List.of("COPY_ALL", "SKIP_INPUT_DOWNLOAD", "GATED", "MANAGED")) {
      assertThat(result.out()).anyMatch(line -> line.matches(mode + " +golden FAIL: .*"));
    }
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void a_bench_of_something_else_is_refused() throws Exception {
    Result result =
        sluice(
            "a2a3",
            "bench",
            "paged-attention",
            "--platform",
            "a2a3",
            "--callable",
            folder.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err().get(0))
        .startsWith(
            "sluice: --callable: add(IN a, IN b, OUT sum) does not take what paged attention takes,"
                + " which is (IN query, IN key_cache, ");
  }

  @Test
  void an_output_without_a_size_is_refused() throws Exception {
    Result result =
        sluice(
            "a2a3",
            "run",
            "--callable",
            folder.toString(),
            "--platform",
            "a2a3",
            "--in",
            "a=" + file("a.npy"),
            "--in",
            "b=" + file("b.npy"),
            "--out",
            "sum=" + file("sum.npy"));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .containsExactly(
            "sluice: argument 2 'sum': nothing says how large this output is; give --shape sum=2x3"
                + " and --type sum=float32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void the_doctor_tries_a_platform_in_a_process_of_its_own(String platform) throws Exception {
    Result result =
        sluice(platform, "doctor", "--platform", platform, "--callable", folder.toString());

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .hasSize(7)
        .anyMatch(line -> line.startsWith("ok: opened " + platform + ":0, "))
        .contains("ok: copied 1048576 bytes there and back", "ok: ran add 3 times");
  }

  @Test
  void the_doctor_outlives_a_native_runtime_that_takes_its_process_down() throws Exception {
    entry = "exits";
    Result result = sluice("a2a3", "doctor", "--platform", "a2a3", "--callable", folder.toString());

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .containsExactly(
            "sluice: the test ended its process with exit code 41; the native runtime is not of the"
                + " state that the platform was written for");
  }

  @Test
  void platforms_says_which_host_runtime_is_there() throws Exception {
    Result result = sluice("a2a3", "platforms");

    assertThat(result.out())
        .anyMatch(line -> line.matches("a2a3 +hardware +\\S+ +usable +.*"))
        .anyMatch(line -> line.matches("a5 +hardware +\\S+ +unavailable +.*"))
        .anyMatch(
            line ->
                line.contains(
                    "no home is set: say where the host runtime is installed with sluice.a5.home"));
  }
}
