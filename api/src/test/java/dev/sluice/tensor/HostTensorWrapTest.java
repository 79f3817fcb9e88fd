package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host tensor can be made from, and what it refuses. */
class HostTensorWrapTest {

  @ParameterizedTest
  @EnumSource(DataType.class)
  void an_allocated_tensor_is_off_heap_zeroed_and_writable(DataType type) {
    HostTensor tensor = HostTensor.allocate(type, Shape.of(2, 3));

    assertThat(tensor.memory()).isInstanceOf(DirectMemory.class);
    assertThat(tensor.byteCount()).isEqualTo(6L * type.byteSize());
    assertThat(tensor.isWritable()).isTrue();
    for (int i = 0; i < 6; i++) {
      assertThat(tensor.getBits(i)).isZero();
    }
    assertThat(tensor).hasToString(type + " [2, 3], off-heap memory");
  }

  @Test
  void more_bytes_than_a_process_can_address_are_refused() {
    assertThatThrownBy(() -> HostTensor.allocate(DataType.INT8, Shape.of(Long.MAX_VALUE)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "off-heap memory of 9223372036854775807 bytes cannot exist;"
                + " ask for 0 to 281474976710656 bytes");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_wrapped_buffer_gives_its_bytes_from_position_to_limit(boolean direct) {
    ByteBuffer buffer = buffer(direct, 20).position(4).limit(12);

    HostTensor tensor = HostTensor.wrap(buffer, DataType.INT32, Shape.of(2));
    tensor.setInt(1, 0x04030201);

    assertThat(buffer.getInt(8)).isEqualTo(0x04030201);
    assertThat(buffer.get(8)).as("little-endian").isEqualTo((byte) 1);
    assertThat(buffer.position()).isEqualTo(4);
    assertThat(buffer.limit()).isEqualTo(12);
    assertThat(tensor.memory().description())
        .isEqualTo(direct ? "a direct buffer" : "a heap buffer");
  }

  @Test
  void a_tensor_over_a_heap_slice_knows_its_array_and_where_it_starts_there() {
    ByteBuffer slice =
        ByteBuffer.allocate(32).position(8).slice().order(ByteOrder.LITTLE_ENDIAN).position(4);
    HostTensor tensor = HostTensor.wrap(slice, DataType.UINT8, Shape.of(20));

    HeapMemory memory = (HeapMemory) tensor.memory();
    assertThat(memory.array()).isSameAs(slice.array());
    assertThat(memory.arrayOffset()).isEqualTo(12);
    tensor.setInt(0, 9);
    assertThat(slice.array()[12]).isEqualTo((byte) 9);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_read_only_buffer_gives_a_read_only_tensor(boolean direct) {
    ByteBuffer buffer = buffer(direct, 4).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    HostTensor tensor = HostTensor.wrap(buffer, DataType.INT32, Shape.of(1));

    String memory = direct ? "a read-only direct buffer" : "a read-only heap buffer";
    assertThat(tensor.isWritable()).isFalse();
    assertThat(tensor.getInt(0)).isZero();
    assertThatThrownBy(() -> tensor.setInt(0, 1))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("this memory cannot be written: it is " + memory + "; use writable memory");
    assertThat(tensor.memory().description()).isEqualTo(memory);
  }

  @Test
  void the_array_behind_a_read_only_heap_buffer_is_not_known() {
    ByteBuffer buffer = ByteBuffer.allocate(4).asReadOnlyBuffer();
    HeapMemory memory = (HeapMemory) HostTensor.wrap(buffer, DataType.INT8, Shape.of(4)).memory();
    assertThat(memory.array()).isNull();
    assertThat(memory.arrayOffset()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_big_endian_buffer_of_wide_elements_is_refused(boolean direct) {
    ByteBuffer buffer = buffer(direct, 8).order(ByteOrder.BIG_ENDIAN);
    assertThatThrownBy(() -> HostTensor.wrap(buffer, DataType.FLOAT16, Shape.of(4)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the buffer's order is BIG_ENDIAN, but tensor elements are little-endian;"
                + " write its FLOAT16 elements after buffer.order(ByteOrder.LITTLE_ENDIAN)");
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"INT8", "UINT8", "BOOL", "FP8E4M3FN", "FP8E8M0", "FP4E2M1"})
  void single_bytes_have_no_order_and_are_taken_from_any_buffer(DataType type) {
    assertThat(HostTensor.wrap(ByteBuffer.allocateDirect(3), type, Shape.of(3)).byteCount())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 12})
  void a_buffer_of_another_length_than_the_shapes_is_refused(int bytes) {
    assertThatThrownBy(() -> HostTensor.wrap(buffer(true, bytes), DataType.FLOAT32, Shape.of(1, 2)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "shape [1, 2] in FLOAT32 takes 8 bytes, but a direct buffer has "
                + bytes
                + "; give exactly the bytes of the shape, for example a slice, or another shape");
  }

  @Test
  void a_wrapped_array_is_shared_and_not_copied() {
    float[] floats = {1, 2};
    int[] ints = {3, 4};
    long[] longs = {5, 6};
    short[] shorts = {7, 8};
    byte[] bytes = {9, 10};
    HostTensor overFloats = HostTensor.wrap(floats, Shape.of(2));
    HostTensor overInts = HostTensor.wrap(ints, Shape.of(2));
    HostTensor overLongs = HostTensor.wrap(longs, Shape.of(2));
    HostTensor overShorts = HostTensor.wrap(shorts, DataType.INT16, Shape.of(2));
    HostTensor overBytes = HostTensor.wrap(bytes, DataType.INT8, Shape.of(2));

    overFloats.setFloat(1, 20);
    overInts.setInt(1, 40);
    overLongs.setLong(1, 60);
    overShorts.setInt(1, 80);
    overBytes.setInt(1, 100);

    assertThat(floats).containsExactly(1, 20);
    assertThat(ints).containsExactly(3, 40);
    assertThat(longs).containsExactly(5, 60);
    assertThat(shorts).containsExactly((short) 7, (short) 80);
    assertThat(bytes).containsExactly((byte) 9, (byte) 100);
    assertThat(overFloats).hasToString("FLOAT32 [2], a float[]");
    assertThat(overInts).hasToString("INT32 [2], an int[]");
    assertThat(overLongs).hasToString("INT64 [2], a long[]");
    assertThat(overShorts).hasToString("INT16 [2], a short[]");
    assertThat(overBytes).hasToString("INT8 [2], a byte[]");
    assertThat(((HeapMemory) overInts.memory()).array()).isSameAs(ints);
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void an_array_takes_the_element_types_of_its_width(DataType type) {
    int size = type.byteSize();
    Shape one = Shape.of(1);

    assertThat(HostTensor.wrap(new byte[size], type, one).dataType()).isEqualTo(type);
    if (size == 2) {
      assertThat(HostTensor.wrap(new short[1], type, one).dataType()).isEqualTo(type);
    } else {
      assertThatThrownBy(() -> HostTensor.wrap(new short[1], type, one))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "a short[] does not hold " + type + " elements; use an element type of 2 bytes");
    }
    if (type == DataType.INT32 || type == DataType.UINT32) {
      assertThat(HostTensor.wrap(new int[1], type, one).dataType()).isEqualTo(type);
    } else {
      assertThatThrownBy(() -> HostTensor.wrap(new int[1], type, one))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage("an int[] does not hold " + type + " elements; use INT32 or UINT32");
    }
    if (type == DataType.INT64 || type == DataType.UINT64) {
      assertThat(HostTensor.wrap(new long[1], type, one).dataType()).isEqualTo(type);
    } else {
      assertThatThrownBy(() -> HostTensor.wrap(new long[1], type, one))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage("a long[] does not hold " + type + " elements; use INT64 or UINT64");
    }
  }

  @Test
  void an_array_of_another_length_than_the_shapes_is_refused() {
    assertThatThrownBy(() -> HostTensor.wrap(new float[3], Shape.of(4)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "shape [4] in FLOAT32 takes 16 bytes, but a float[] has 12;"
                + " give exactly the bytes of the shape, for example a slice, or another shape");
  }

  @Test
  void a_tensor_lies_in_off_heap_memory_at_a_multiple_of_its_element_size() {
    DirectMemory memory = DirectMemory.allocate(64);
    HostTensor tensor = HostTensor.in(memory, 8, DataType.INT64, Shape.of(7));
    tensor.setLong(0, -1);

    assertThat(memory.range(0, 16).getLong(8)).isEqualTo(-1);
    assertThat(tensor.memory()).isSameAs(memory);
    assertThat(tensor.offsetBytes()).isEqualTo(8);
    assertThatThrownBy(() -> HostTensor.in(memory, 4, DataType.INT64, Shape.of(7)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "offset 4 is not a multiple of the element size of INT64; align the offset to 8 bytes");
  }

  @ParameterizedTest
  @ValueSource(longs = {-8, 16, Long.MAX_VALUE - 7, Long.MIN_VALUE})
  void a_tensor_that_reaches_outside_off_heap_memory_is_refused(long offset) {
    DirectMemory memory = DirectMemory.allocate(64);
    assertThatThrownBy(() -> HostTensor.in(memory, offset, DataType.INT64, Shape.of(7)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "shape [7] in INT64 at byte "
                + offset
                + " reaches outside memory of 64 bytes;"
                + " give an offset and a shape inside the memory");
  }

  private static ByteBuffer buffer(boolean direct, int bytes) {
    return (direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes))
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
