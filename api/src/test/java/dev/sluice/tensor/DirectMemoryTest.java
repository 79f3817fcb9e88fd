package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectMemoryTest {

  @Test
  void a_range_is_a_little_endian_direct_buffer_of_its_own() {
    DirectMemory memory = DirectMemory.allocate(64);
    ByteBuffer range = memory.range(8, 16);

    range.putInt(1);

    assertThat(range.isDirect()).isTrue();
    assertThat(range.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    assertThat(range.limit()).isEqualTo(16);
    assertThat(memory.range(8, 16).position()).isZero();
    assertThat(memory.range(8, 16).getInt()).isEqualTo(1);
  }

  @Test
  void bytes_stay_contiguous_up_to_the_end_of_the_only_segment() {
    DirectMemory memory = DirectMemory.allocate(64);
    assertThat(memory.contiguousBytes(0)).isEqualTo(64);
    assertThat(memory.contiguousBytes(63)).isEqualTo(1);
    assertThat(memory.contiguousBytes(64)).as("at the end").isZero();
    assertThat(memory.range(64, 0).remaining()).isZero();
  }

  @Test
  void memory_of_no_bytes_has_an_empty_range() {
    DirectMemory memory = DirectMemory.allocate(0);
    assertThat(memory.contiguousBytes(0)).isZero();
    assertThat(memory.range(0, 0).isDirect()).isTrue();
    memory.read(0, ByteBuffer.allocate(0));
    memory.write(0, ByteBuffer.allocate(0));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1",
    "0, -1",
    "64, 1",
    "1, 64",
    "4611686018427387904, 4",
    "9223372036854775807, 1"
  })
  void a_range_outside_the_memory_is_refused(long offset, int length) {
    DirectMemory memory = DirectMemory.allocate(64);
    assertThatThrownBy(() -> memory.range(offset, length))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 65, 1L << 62})
  void an_offset_outside_the_memory_is_refused(long offset) {
    DirectMemory memory = DirectMemory.allocate(64);
    assertThatThrownBy(() -> memory.contiguousBytes(offset))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> memory.read(offset, ByteBuffer.allocate(1)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> memory.write(offset, ByteBuffer.allocate(1)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void a_negative_size_is_refused() {
    assertThatThrownBy(() -> DirectMemory.allocate(-1))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("off-heap memory of -1 bytes cannot exist; ask for 0 to 281474976710656 bytes");
  }

  @Test
  void copies_move_the_position_of_the_other_buffer_to_its_limit() {
    DirectMemory memory = DirectMemory.allocate(8);
    ByteBuffer source = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}).position(1).limit(3);
    memory.write(4, source);
    assertThat(source.position()).isEqualTo(3);

    ByteBuffer target = ByteBuffer.allocate(8).position(2).limit(6);
    memory.read(3, target);
    assertThat(target.position()).isEqualTo(6);
    assertThat(target.array()).containsExactly(0, 0, 0, 2, 3, 0, 0, 0);
  }

  @Test
  void a_read_only_view_hands_out_read_only_ranges() {
    HostTensor view = HostTensor.allocate(DataType.INT8, Shape.of(4)).asReadOnly();
    assertThat(((DirectMemory) view.memory()).range(0, 4).isReadOnly()).isTrue();
  }
}
