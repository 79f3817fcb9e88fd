package dev.sluice.cli.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyOutputsTest {

  private static final HostTensor ONE_TO_THREE =
      HostTensor.wrap(new float[] {1, 2, 3}, Shape.of(3));

  @TempDir private Path folder;
  private Path input;

  @BeforeEach
  void makeInput() throws IOException {
    input = Files.write(folder.resolve("in.npy"), new byte[] {42});
  }

  private static void write(Path target, HostTensor tensor) {
    NpyOutputs.checked(List.of(target), List.of()).write(List.of(tensor));
  }

  private void refused(List<Path> targets, String message) throws IOException {
    List<String> before = names();
    assertThatThrownBy(() -> NpyOutputs.checked(targets, List.of(input)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(message);
    assertThat(names()).isEqualTo(before);
    assertThat(input).hasBinaryContent(new byte[] {42});
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void a_file_that_numpy_wrote_is_written_again_byte_for_byte() throws IOException {
    Path golden = Path.of("src", "test", "resources", "paged_attention", "golden_out.npy");
    Path target = folder.resolve("out.npy");

    write(target, NpyReader.map(golden));

    assertThat(target).hasSameBinaryContentAs(golden);
    assertThat(names()).containsExactly("in.npy", "out.npy");
  }

  @Test
  void a_file_that_is_replaced_keeps_its_permissions() throws IOException {
    Path target = Files.createFile(folder.resolve("out.npy"));
    Set<PosixFilePermission> mine = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(target, mine);

    write(target, ONE_TO_THREE);

    assertThat(Files.getPosixFilePermissions(target)).isEqualTo(mine);
    assertThat(NpyReader.map(target).getFloat(2)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"BFLOAT16", "FP8E4M3FN", "FP8E8M0", "FP4E2M1"},
      mode = EnumSource.Mode.EXCLUDE)
  void what_is_written_is_read_again(DataType type) {
    HostTensor tensor = HostTensor.allocate(type, Shape.of(2, 3, 1));
    tensor.setBits(5, 1);
    Path target = folder.resolve("out.npy");

    write(target, tensor);
    HostTensor read = NpyReader.map(target);

    assertThat(read.dataType()).isEqualTo(type);
    assertThat(read.shape()).isEqualTo(tensor.shape());
    assertThat(read.getBits(4)).isZero();
    assertThat(read.getBits(5)).isEqualTo(1);
  }

  @Test
  void nothing_and_more_than_a_chunk_are_written_too() {
    HostTensor large = HostTensor.allocate(DataType.INT32, Shape.of((1 << 18) + 1));
    large.setInt(1 << 18, 7);
    Path target = folder.resolve("out.npy");

    write(target, large);
    assertThat(NpyReader.map(target).getInt(1 << 18)).isEqualTo(7);

    write(target, HostTensor.allocate(DataType.INT32, Shape.of(3, 0)));
    assertThat(NpyReader.map(target).shape()).isEqualTo(Shape.of(3, 0));
  }

  @Test
  void a_file_that_is_there_is_replaced_and_what_mapped_it_keeps_the_old_one() throws IOException {
    Path target = folder.resolve("out.npy");
    write(target, ONE_TO_THREE);
    HostTensor mapped = NpyReader.map(target);

    write(target, HostTensor.wrap(new float[] {9}, Shape.of(1)));

    assertThat(NpyReader.map(target).getFloat(0)).isEqualTo(9);
    assertThat(mapped.getFloat(2)).isEqualTo(3);
  }

  @Test
  void a_link_stays_a_link_to_the_new_file() throws IOException {
    Path target = folder.resolve("real.npy");
    write(target, ONE_TO_THREE);
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), target);

    write(link, HostTensor.wrap(new float[] {9}, Shape.of(1)));

    assertThat(link).isSymbolicLink();
    assertThat(NpyReader.map(target).getFloat(0)).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in.npy",
        "./in.npy",
        "sub/../in.npy",
        "symbolic.npy",
        "hard.npy",
        "sub/linked/in.npy"
      })
  void an_input_is_never_a_target_by_whatever_name(String name) throws IOException {
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Files.createSymbolicLink(sub.resolve("linked"), folder);
    Files.createSymbolicLink(folder.resolve("symbolic.npy"), input);
    Files.createLink(folder.resolve("hard.npy"), input);
    Path target = Path.of(folder + "/" + name);

    refused(
        List.of(folder.resolve("fine.npy"), target),
        target
            + ": is read by the same command, as "
            + input
            + "; give the result a file of its own");
  }

  @Test
  void two_results_have_two_files() throws IOException {
    Files.createSymbolicLink(folder.resolve("here"), folder);
    Path again = folder.resolve("here").resolve("out.npy");
    refused(
        List.of(folder.resolve("out.npy"), again),
        again + ": is given for two results; give each result a file of its own");
  }

  @Test
  void what_is_no_file_is_no_target() throws IOException {
    Path missing = folder.resolve("none").resolve("out.npy");
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling.npy"), missing);
    refused(List.of(folder), folder + ": is a directory; give the path of a file");
    refused(
        List.of(Path.of("/dev/null")), "/dev/null: is not a plain file; give the path of a file");
    refused(
        List.of(missing), missing + ": the folder does not exist; make it, or give another path");
    refused(List.of(dangling), dangling + ": is a link to nothing; give the path of a file");
    refused(
        List.of(input.resolve("out.npy")),
        input.resolve("out.npy") + ": the folder does not exist; make it, or give another path");
  }

  @Test
  void a_target_that_became_an_input_after_the_check_is_refused() throws IOException {
    Path target = folder.resolve("out.npy");
    NpyOutputs outputs = NpyOutputs.checked(List.of(target), List.of(input));
    Files.createLink(target, input);

    assertThatThrownBy(() -> outputs.write(List.of(ONE_TO_THREE)))
        .hasMessageStartingWith(target + ": is read by the same command, as ");
    assertThat(input).hasBinaryContent(new byte[] {42});
  }

  @Test
  void where_one_result_cannot_be_written_no_file_changes_and_nothing_is_left() throws IOException {
    Path first = folder.resolve("first.npy");
    write(first, ONE_TO_THREE);
    byte[] before = Files.readAllBytes(first);
    NpyOutputs outputs =
        NpyOutputs.checked(List.of(first, folder.resolve("second.npy")), List.of());

    HostTensor unknown = HostTensor.allocate(DataType.BFLOAT16, Shape.of(1));
    assertThatThrownBy(
            () -> outputs.write(List.of(HostTensor.wrap(new int[1], Shape.of(1)), unknown)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageStartingWith("NumPy has no element type BFLOAT16; use one of ");

    assertThat(first).hasBinaryContent(before);
    assertThat(names()).containsExactly("first.npy", "in.npy");
  }

  @Test
  void a_name_that_the_file_system_refuses_is_reported_and_nothing_is_left() throws IOException {
    // The temporary file has a name of its own, so that only the move fails.
    Path target = folder.resolve("x".repeat(300));
    NpyOutputs outputs = NpyOutputs.checked(List.of(target), List.of());

    assertThatThrownBy(() -> outputs.write(List.of(ONE_TO_THREE)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageStartingWith("the results could not be written: ")
        .hasMessageEndingWith("; no file was changed");
    assertThat(names()).containsExactly("in.npy");
  }
}
