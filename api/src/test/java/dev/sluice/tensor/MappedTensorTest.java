package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedTensorTest {

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write_a_file_of_256_different_bytes() throws IOException {
    file = folder.resolve("weights.bin");
    byte[] bytes = new byte[256];
    IntStream.range(0, 256).forEach(i -> bytes[i] = (byte) i);
    Files.write(file, bytes);
  }

  @Test
  void a_read_only_mapping_shows_the_range_at_any_offset_and_refuses_writes() throws IOException {
    HostTensor tensor =
        HostTensor.map(file, 13, DataType.INT32, Shape.of(2, 3), MappedAccess.READ_ONLY);

    assertThat(tensor.getInt(0)).isEqualTo(0x100F0E0D);
    assertThat(tensor.getInt(5)).isEqualTo(0x24232221);
    assertThat(tensor.isWritable()).isFalse();
    assertThat(tensor).hasToString("INT32 [2, 3], mapped read-only from weights.bin");
    assertThatThrownBy(() -> tensor.setInt(0, 0))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "this memory cannot be written: it is mapped read-only from weights.bin;"
                + " use writable memory");
  }

  @Test
  void what_is_written_to_a_read_write_mapping_is_in_the_file_and_only_there() throws IOException {
    byte[] expected = Files.readAllBytes(file);
    HostTensor tensor =
        HostTensor.map(file, 101, DataType.INT16, Shape.of(2), MappedAccess.READ_WRITE);

    tensor.setInt(1, 0x7766);

    expected[103] = 0x66;
    expected[104] = 0x77;
    assertThat(Files.readAllBytes(file)).isEqualTo(expected);
    assertThat(tensor).hasToString("INT16 [2], a mapping of weights.bin");
    assertThat(tensor.asReadOnly())
        .hasToString("INT16 [2], a read-only view of a mapping of weights.bin");
  }

  @Test
  void a_range_may_end_with_the_file() {
    HostTensor tensor =
        HostTensor.map(file, 248, DataType.UINT64, Shape.of(1), MappedAccess.READ_WRITE);
    assertThat(tensor.getLong(0)).isEqualTo(0xFFFEFDFC_FBFAF9F8L);
  }

  @Test
  void a_file_that_ends_before_the_range_does_is_refused_and_never_extended() throws IOException {
    assertThatThrownBy(
            () -> HostTensor.map(file, 249, DataType.UINT64, Shape.of(1), MappedAccess.READ_WRITE))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            file
                + " has 256 bytes, but bytes 249..257 of it were asked for;"
                + " check the offset, the element type and the shape");
    assertThat(Files.size(file)).isEqualTo(256);
  }

  @Test
  void a_negative_offset_is_refused() {
    assertThatThrownBy(
            () -> HostTensor.map(file, -1, DataType.INT8, Shape.of(1), MappedAccess.READ_ONLY))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageStartingWith("no byte range has offset -1 and length 1; ");
  }

  @Test
  void a_missing_file_is_refused_and_not_made() {
    Path missing = folder.resolve("missing.bin");
    assertThatThrownBy(
            () -> HostTensor.map(missing, 0, DataType.INT8, Shape.of(1), MappedAccess.READ_WRITE))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "cannot map "
                + missing
                + ": java.nio.file.NoSuchFileException: "
                + missing
                + "; check that the file exists and allows READ_WRITE")
        .hasCauseInstanceOf(NoSuchFileException.class);
    assertThat(missing).doesNotExist();
  }

  @Test
  void a_missing_access_is_refused_at_once() {
    MappedAccess missing = null;
    assertThatThrownBy(() -> HostTensor.map(file, 0, DataType.INT8, Shape.of(1), missing))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("access");
  }

  @Test
  void an_empty_mapping_has_the_access_it_was_made_with() {
    for (MappedAccess access : MappedAccess.values()) {
      HostTensor tensor = HostTensor.map(file, 256, DataType.INT8, Shape.of(0), access);
      assertThat(tensor.byteCount()).isZero();
      assertThat(tensor.isWritable()).isEqualTo(access == MappedAccess.READ_WRITE);
    }
  }

  /** A sparse file has segments of a gigabyte without taking one. */
  @Test
  void bulk_access_goes_across_the_border_of_two_segments() throws IOException {
    long border = DirectMemory.SEGMENT_BYTES;
    Path sparse = folder.resolve("sparse.bin");
    try (FileChannel channel =
        FileChannel.open(
            sparse,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.allocate(1), border + 4095);
    }
    for (DataType type :
        new DataType[] {
          DataType.INT64, DataType.INT32, DataType.FLOAT32, DataType.BFLOAT16, DataType.INT8
        }) {
      HostTensor whole =
          HostTensor.map(
              sparse,
              0,
              type,
              Shape.of((border + 4096) / type.byteSize()),
              MappedAccess.READ_WRITE);
      long elementsBefore = border / type.byteSize();
      HostTensor across = whole.view(elementsBefore - 5, Shape.of(10));

      across.fillBits(0x33);
      assertThat(LongStream.range(-6, 6).map(i -> whole.getBits(elementsBefore + i)))
          .containsExactly(
              0L, 0x33L, 0x33L, 0x33L, 0x33L, 0x33L, 0x33L, 0x33L, 0x33L, 0x33L, 0x33L, 0L);

      checkBulk(across);
      across.fillBits(0);
    }
  }

  private static void checkBulk(HostTensor across) {
    switch (across.dataType()) {
      case INT64 -> {
        across.write(0, LongStream.range(0, 10).toArray(), 0, 10);
        long[] back = new long[8];
        across.read(1, back, 0, 8);
        assertThat(back).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
      }
      case INT32 -> {
        across.write(0, IntStream.range(0, 10).toArray(), 0, 10);
        int[] back = new int[8];
        across.read(1, back, 0, 8);
        assertThat(back).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
      }
      case FLOAT32, BFLOAT16 -> {
        across.write(0, new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, 10);
        float[] back = new float[8];
        across.read(1, back, 0, 8);
        assertThat(back).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
      }
      default -> {
        across.writeBytes(0, ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
        ByteBuffer back = ByteBuffer.allocate(8);
        across.readBytes(1, back);
        assertThat(back.array()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
      }
    }
  }
}
