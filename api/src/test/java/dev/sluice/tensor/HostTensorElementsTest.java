package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The typed accessors of a host tensor, one element and many. */
class HostTensorElementsTest {

  @ParameterizedTest
  @CsvSource({
    "INT8, -1",
    "INT16, -1",
    "INT32, -1",
    "INT64, -1",
    "UINT8, 255",
    "BOOL, 255",
    "UINT16, 65535",
    "UINT32, 4294967295",
    "UINT64, -1"
  })
  void an_integer_with_all_bits_set_is_sign_or_zero_extended(DataType type, long expected) {
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(2))) {
      tensor.setLong(1, -1);

      assertThat(tensor.getLong(1)).as(tensor.toString()).isEqualTo(expected);
      assertThat(tensor.getBits(1)).isEqualTo(-1L >>> Long.SIZE - Byte.SIZE * type.byteSize());
      assertThat(tensor.getLong(0)).as("the element before").isZero();
      if (type.byteSize() <= 4) {
        assertThat(tensor.getInt(1)).isEqualTo((int) expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void writing_keeps_the_low_bits(DataType type) {
    long value = 0xFEDC_BA98_7654_3210L;
    long low = value & -1L >>> Long.SIZE - Byte.SIZE * type.byteSize();
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(1))) {
      tensor.setBits(0, value);
      assertThat(tensor.getBits(0)).as(tensor.toString()).isEqualTo(low);
      if (type.isInteger()) {
        tensor.setBits(0, 0);
        tensor.setLong(0, value);
        assertThat(tensor.getBits(0)).isEqualTo(low);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT32, 1.2345678, 1.2345678",
    "FLOAT16, 1.2345678, 1.234375",
    "BFLOAT16, 1.2345678, 1.234375",
    "BFLOAT16, 65535, 65536",
    "FLOAT16, 1e38, Infinity",
    "FLOAT16, -0.0, -0.0"
  })
  void a_float_becomes_the_nearest_value_of_the_type(DataType type, float value, float expected) {
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(2))) {
      tensor.setFloat(1, value);
      tensor.write(0, new float[] {0, value}, 1, 1);

      assertThat(tensor.getFloat(1)).as(tensor.toString()).isEqualTo(expected);
      assertThat(tensor.getFloat(0)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void an_accessor_that_does_not_fit_the_type_is_refused(DataType type) {
    HostTensor tensor = HostTensor.allocate(type, Shape.of(1));
    boolean floating = type.isFloatingPoint();
    boolean integer = type.isInteger();
    int size = type.byteSize();

    assertFits(floating, type, "float", () -> tensor.getFloat(0));
    assertFits(floating, type, "float", () -> tensor.setFloat(0, 0));
    assertFits(floating, type, "float[]", () -> tensor.read(0, new float[1], 0, 1));
    assertFits(floating, type, "float[]", () -> tensor.write(0, new float[1], 0, 1));
    assertFits(integer && size <= 4, type, "int", () -> tensor.getInt(0));
    assertFits(integer && size <= 4, type, "int", () -> tensor.setInt(0, 0));
    assertFits(integer, type, "long", () -> tensor.getLong(0));
    assertFits(integer, type, "long", () -> tensor.setLong(0, 0));
    assertFits(integer && size == 4, type, "int[]", () -> tensor.read(0, new int[1], 0, 1));
    assertFits(integer && size == 4, type, "int[]", () -> tensor.write(0, new int[1], 0, 1));
    assertFits(integer && size == 8, type, "long[]", () -> tensor.read(0, new long[1], 0, 1));
    assertFits(integer && size == 8, type, "long[]", () -> tensor.write(0, new long[1], 0, 1));
    assertFits(true, type, "bits", () -> tensor.setBits(0, tensor.getBits(0)));
  }

  private static void assertFits(
      boolean fits, DataType type, String accessor, ThrowingCallable access) {
    if (fits) {
      assertThatCode(access).doesNotThrowAnyException();
      return;
    }
    String remedy =
        type.isFloatingPoint()
            ? "use the float accessors"
            : type.isInteger()
                ? "use the int accessors up to 32 bits, the long accessors for any integer"
                : "use getBits, setBits, readBytes or writeBytes";
    assertThatThrownBy(access)
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(type + " elements are not read or written as " + accessor + "; " + remedy);
  }

  @Test
  void an_access_outside_the_tensor_or_the_array_is_refused_and_changes_nothing() {
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(DataType.INT32, Shape.of(4))) {
      assertOutside(() -> tensor.getInt(-1));
      assertOutside(() -> tensor.setInt(4, 1));
      assertOutside(() -> tensor.getBits(Long.MAX_VALUE));
      assertOutside(() -> tensor.setBits(1L << 32, 1));
      assertOutside(() -> tensor.write(3, new int[] {1, 1}, 0, 2));
      assertOutside(() -> tensor.write(0, new int[] {1, 1}, 1, 2));
      assertOutside(() -> tensor.write(0, new int[] {1, 1}, -1, 1));
      assertOutside(() -> tensor.write(2, new int[] {1, 1}, 0, -1));
      assertOutside(() -> tensor.read(5, new int[1], 0, 0));
      assertThat(HostTensorModel.bytes(tensor)).containsOnly(0);
    }
  }

  private static void assertOutside(ThrowingCallable access) {
    assertThatThrownBy(access).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void a_bulk_access_of_nothing_at_the_end_is_allowed() {
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(DataType.INT32, Shape.of(4))) {
      tensor.read(4, new int[1], 1, 0);
      tensor.write(4, new int[1], 1, 0);
      tensor.readBytes(16, ByteBuffer.allocate(0));
      tensor.writeBytes(16, ByteBuffer.allocate(0));
    }
  }

  @Test
  void an_element_of_a_wider_array_is_not_cut_in_two() {
    HostTensor tensor = HostTensor.wrap(new int[4], Shape.of(4));
    ByteBuffer target = ByteBuffer.allocate(4);
    assertThatThrownBy(() -> tensor.readBytes(2, target))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("bytes 2..6 cut an element of an int[] in two; use multiples of 4");
    assertThatThrownBy(() -> tensor.writeBytes(4, ByteBuffer.allocate(6)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("bytes 4..10 cut an element of an int[] in two; use multiples of 4");
    assertThatThrownBy(() -> tensor.memory().read(1, target))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("bytes 1..5 cut an element of an int[] in two; use multiples of 4");
    assertThat(target.position()).isZero();
  }

  @Test
  void bytes_of_buffers_and_byte_arrays_are_copied_from_anywhere() {
    HostTensor tensor =
        HostTensor.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, DataType.INT32, Shape.of(2));
    ByteBuffer target = ByteBuffer.allocate(3);
    tensor.readBytes(3, target);
    assertThat(target.array()).containsExactly(4, 5, 6);
    tensor.writeBytes(6, ByteBuffer.wrap(new byte[] {9}));
    assertThat(tensor.getInt(1)).isEqualTo(0x08090605);
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void a_fill_sets_every_element_of_a_tensor_larger_than_one_copy_of_the_pattern(DataType type) {
    long bits = 0x8182_8384_8586_8788L;
    int count = 70_001; // more than 64 KiB, and no multiple of it, in every type
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(count + 2))) {
      tensor.view(1, Shape.of(count)).fillBits(bits);

      long expected = bits & -1L >>> Long.SIZE - Byte.SIZE * type.byteSize();
      assertThat(tensor.getBits(0)).as("before").isZero();
      assertThat(tensor.getBits(count + 1)).as("behind").isZero();
      for (int i = 1; i <= count; i++) {
        if (tensor.getBits(i) != expected) {
          assertThat(tensor.getBits(i)).as(tensor + " element " + i).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void a_nan_keeps_its_bits_on_the_way_in_and_out() {
    int signalling = 0x7F800001;
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(DataType.FLOAT32, Shape.of(1))) {
      tensor.setBits(0, signalling);
      float[] out = new float[1];
      tensor.read(0, out, 0, 1);
      assertThat(Float.floatToRawIntBits(out[0])).as(tensor.toString()).isEqualTo(signalling);
      ByteBuffer bytes = ByteBuffer.allocate(4);
      tensor.readBytes(0, bytes);
      assertThat(bytes.array()).containsExactly(0x01, 0x00, 0x80, 0x7F);
    }
  }
}
