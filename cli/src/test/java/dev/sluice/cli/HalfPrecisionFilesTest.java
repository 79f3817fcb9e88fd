package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.npy.NpyOutputs;
import dev.sluice.cli.npy.NpyReader;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paged attention on files of float16, made of those that another program computed in float32. */
class HalfPrecisionFilesTest {

  private static final Path CALL = Path.of("src", "test", "resources", "paged_attention");

  @TempDir private Path folder;

  /** Saves a file again as float16, in a file of its name. */
  private Path halved(String name) {
    HostTensor source = NpyReader.map(CALL.resolve(name));
    HostTensor half = HostTensor.allocate(DataType.FLOAT16, source.shape());
    for (long i = 0; i < source.shape().elementCount(); i++) {
      half.setFloat(i, source.getFloat(i));
    }
    Path file = folder.resolve(name);
    NpyOutputs.checked(List.of(file), List.of()).write(List.of(half));
    return file;
  }

  @Test
  void the_result_is_float16_and_the_one_of_float32_but_for_rounding() {
    List<String> line = new ArrayList<>(List.of("run", "paged_attention"));
    for (String name : List.of("query", "key_cache", "value_cache")) {
      line.add("--in=" + name + "=" + halved(name + ".npy"));
    }
    for (String name : List.of("block_table", "context_lens")) {
      line.add("--in=" + name + "=" + CALL.resolve(name + ".npy"));
    }
    line.add("--out=out=" + folder.resolve("out.npy"));
    line.add("--expect=out=" + halved("golden_out.npy"));
    line.add("--tolerance=2e-3");

    Outcome outcome = Outcome.of(line.toArray(String[]::new));

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .endsWith("out written to " + folder.resolve("out.npy") + ": FLOAT16 [4, 16, 128]\n");
  }
}
