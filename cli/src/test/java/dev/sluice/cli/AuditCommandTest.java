package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.AuditReport;
import dev.sluice.AuditReport.Finding;
import dev.sluice.AuditVerdict;
import dev.sluice.cli.npy.NpyOutputs;
import dev.sluice.cli.output.AuditJson;
import dev.sluice.error.ArgumentRef;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

  @TempDir private Path folder;

  @BeforeEach
  void makeFiles() {
    for (String name : List.of("a", "b")) {
      NpyOutputs.checked(List.of(folder.resolve(name + ".npy")), List.of())
          .write(List.of(HostTensor.wrap(new float[] {1, 2, 3, 4, 5, 6}, Shape.of(2, 3))));
    }
  }

  /** Runs a command line in which {@code @x} stands for the file x.npy of the folder. */
  private Outcome audit(String line) {
    return Outcome.of(
        Stream.of(("audit " + line).split(" "))
            .map(word -> word.replaceAll("@(\\w+)", folder.resolve("$1.npy").toString()))
            .toArray(String[]::new));
  }

  @Test
  void the_built_in_callables_keep_to_their_directions() {
    Outcome vector = audit("vector_example --in a=@a --in b=@b");
    assertThat(vector.err()).isEmpty();
    assertThat(vector.exitCode()).isZero();
    assertThat(vector.out())
        .isEqualTo(
            """
            on the simulator: no hardware was run
            audit of callable 'vector_example' on sim:0 in 7 runs
              argument 0 'a'           IN      SAFE      not written
              argument 1 'b'           IN      SAFE      not written
              argument 2 'f'           OUT     SAFE      written whole, whatever it held before
            """);

    Outcome accumulate = audit("accumulate --in x=@a --inout sum=@b");
    assertThat(accumulate.exitCode()).isZero();
    assertThat(accumulate.out())
        .contains("argument 1 'sum'         INOUT   SAFE      written, and what it held before");
  }

  @Test
  void paged_attention_keeps_to_its_directions() {
    Path call = Path.of("src", "test", "resources", "paged_attention");
    String files =
        Stream.of("query", "key_cache", "value_cache", "block_table", "context_lens")
            .map(name -> "--in " + name + "=" + call.resolve(name + ".npy"))
            .reduce("paged_attention", (line, option) -> line + " " + option);

    Outcome outcome = audit(files);

    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    assertThat(outcome.out()).contains("in 7 runs").doesNotContain("UNKNOWN");
  }

  @Test
  void the_commands_of_the_guide_end_well() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "testing.md"));
    List<String> commands =
        Pattern.compile("(?ms)^```sh\\n(.*?)^```$")
            .matcher(guide)
            .results()
            .flatMap(block -> block.group(1).lines())
            .toList();
    assertThat(commands).hasSize(2).allMatch(line -> line.startsWith("./sluice audit "));

    for (String command : commands) {
      Outcome outcome =
          audit(command.substring("./sluice audit ".length()).replaceAll("=(\\w+)\\.npy", "=@$1"));
      assertThat(outcome.err()).as(command).isEmpty();
      assertThat(outcome.exitCode()).as(command).isZero();
    }
  }

  @Test
  void json_has_a_node_for_each_argument() {
    Outcome outcome = audit("vector_example --in a=@a --in b=@b --format json");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith(
            "{\"schema\":1,\"callable\":\"vector_example\",\"device\":\"sim:0\",\"runs\":7,"
                + "\"arguments\":[{\"index\":0,\"name\":\"a\",\"declared\":\"IN\","
                + "\"verdict\":\"SAFE\",\"bytes\":0,\"ranges\":[],\"reason\":\"not written\"},");
  }

  @Test
  void json_has_ranges_in_bytes() {
    AuditReport report =
        new AuditReport(
            "f",
            "sim:0",
            4,
            List.of(
                new Finding(
                    new ArgumentRef(0, null),
                    dev.sluice.ArgDirection.OUT,
                    AuditVerdict.UNSAFE,
                    4,
                    List.of(new ByteRange(12, 4)),
                    "because")));

    assertThat(AuditJson.of(report))
        .isEqualTo(
            "{\"schema\":1,\"callable\":\"f\",\"device\":\"sim:0\",\"runs\":4,\"arguments\":["
                + "{\"index\":0,\"name\":null,\"declared\":\"OUT\",\"verdict\":\"UNSAFE\","
                + "\"bytes\":4,\"ranges\":[{\"offset\":12,\"length\":4}],\"reason\":\"because\"}]}");
  }

  @Test
  void what_is_wrong_or_missing_is_said() {
    assertThat(audit("accumulate --in x=@a"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "sluice: argument 'sum' is missing: give it with --inout sum=FILE.npy; the callable"
                    + " is accumulate(IN x, INOUT sum); see 'sluice audit --help'\n"));
    assertThat(audit("nothing").err()).contains("there is no callable 'nothing'");
    assertThat(audit("vector_example --in a=@a --in b=@missing").exitCode()).isEqualTo(1);
  }
}
