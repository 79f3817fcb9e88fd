package dev.sluice.tensor;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Typed access to the elements of one host tensor. Checks the accessor against the element type,
 * then write access, then the range; {@link HostTensor} says what each accessor promises.
 */
final class HostElements {

  /** What one bulk write of {@link #fill} moves; fits the second-level cache. */
  private static final int FILL_BYTES = 1 << 16;

  /** Copies elements that lie in one buffer, from or to an array. */
  @FunctionalInterface
  private interface Piece {

    /**
     * @param at first byte in the memory
     * @param done how many elements were copied before
     * @param count how many to copy now
     */
    void copy(long at, int done, int count);
  }

  private final HostMemory memory;
  private final long offsetBytes;
  private final DataType type;
  private final long elementCount;
  private final int elementShift;

  HostElements(HostMemory memory, long offsetBytes, DataType type, long elementCount) {
    this.memory = memory;
    this.offsetBytes = offsetBytes;
    this.type = type;
    this.elementCount = elementCount;
    this.elementShift = Integer.numberOfTrailingZeros(type.byteSize());
  }

  float getFloat(long index) {
    requireFloat("float");
    long bits = getBits(index);
    return switch (type) {
      case FLOAT16 -> Float16.toFloat((short) bits);
      case BFLOAT16 -> BFloat16.toFloat((short) bits);
      default -> Float.intBitsToFloat((int) bits);
    };
  }

  void setFloat(long index, float value) {
    requireFloat("float");
    setBits(
        index,
        switch (type) {
          case FLOAT16 -> Float16.fromFloat(value);
          case BFLOAT16 -> BFloat16.fromFloat(value);
          default -> Float.floatToRawIntBits(value);
        });
  }

  int getInt(long index) {
    requireInteger(Integer.BYTES, "int");
    return (int) getLong(index);
  }

  void setInt(long index, int value) {
    requireInteger(Integer.BYTES, "int");
    setBits(index, value);
  }

  long getLong(long index) {
    requireInteger(Long.BYTES, "long");
    long bits = getBits(index);
    int unused = Long.SIZE - (Byte.SIZE << elementShift);
    return type.isUnsigned() ? bits : bits << unused >> unused;
  }

  void setLong(long index, long value) {
    requireInteger(Long.BYTES, "long");
    setBits(index, value);
  }

  long getBits(long index) {
    return memory.getBits(at(Objects.checkIndex(index, elementCount)), elementShift);
  }

  void setBits(long index, long bits) {
    memory.requireWritable();
    memory.putBits(at(Objects.checkIndex(index, elementCount)), elementShift, bits);
  }

  void read(long index, float[] target, int from, int count) {
    requireFloat("float[]");
    Objects.checkFromIndexSize(from, count, target.length);
    inPieces(
        index,
        count,
        type == DataType.FLOAT32
            ? (at, done, length) -> memory.floatsFrom(at).get(target, from + done, length)
            : (at, done, length) ->
                FloatRows.decode(type, memory.shortsFrom(at), target, from + done, length));
  }

  void write(long index, float[] source, int from, int count) {
    requireFloat("float[]");
    memory.requireWritable();
    Objects.checkFromIndexSize(from, count, source.length);
    inPieces(
        index,
        count,
        type == DataType.FLOAT32
            ? (at, done, length) -> memory.floatsFrom(at).put(source, from + done, length)
            : (at, done, length) ->
                FloatRows.encode(type, source, from + done, memory.shortsFrom(at), length));
  }

  void read(long index, int[] target, int from, int count) {
    requireExactly(Integer.BYTES, "int[]");
    Objects.checkFromIndexSize(from, count, target.length);
    inPieces(
        index, count, (at, done, length) -> memory.intsFrom(at).get(target, from + done, length));
  }

  void write(long index, int[] source, int from, int count) {
    requireExactly(Integer.BYTES, "int[]");
    memory.requireWritable();
    Objects.checkFromIndexSize(from, count, source.length);
    inPieces(
        index, count, (at, done, length) -> memory.intsFrom(at).put(source, from + done, length));
  }

  void read(long index, long[] target, int from, int count) {
    requireExactly(Long.BYTES, "long[]");
    Objects.checkFromIndexSize(from, count, target.length);
    inPieces(
        index, count, (at, done, length) -> memory.longsFrom(at).get(target, from + done, length));
  }

  void write(long index, long[] source, int from, int count) {
    requireExactly(Long.BYTES, "long[]");
    memory.requireWritable();
    Objects.checkFromIndexSize(from, count, source.length);
    inPieces(
        index, count, (at, done, length) -> memory.longsFrom(at).put(source, from + done, length));
  }

  void readBytes(long offset, ByteBuffer target) {
    Objects.checkFromIndexSize(offset, (long) target.remaining(), byteCount());
    memory.read(offsetBytes + offset, target);
  }

  void writeBytes(long offset, ByteBuffer source) {
    memory.requireWritable();
    Objects.checkFromIndexSize(offset, (long) source.remaining(), byteCount());
    memory.write(offsetBytes + offset, source);
  }

  void fill(long bits) {
    memory.requireWritable();
    ByteBuffer pattern =
        ByteBuffer.allocate((int) Math.min(FILL_BYTES, byteCount())).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < pattern.capacity(); at += type.byteSize()) {
      HostMemory.putBits(pattern, at, elementShift, bits);
    }
    for (long done = 0, length; done < byteCount(); done += length) {
      length = Math.min(pattern.capacity(), byteCount() - done);
      memory.write(offsetBytes + done, pattern.slice(0, (int) length));
    }
  }

  /** Splits a bulk access where one buffer of the memory ends and the next begins. */
  private void inPieces(long index, int count, Piece piece) {
    Objects.checkFromIndexSize(index, (long) count, elementCount);
    for (int done = 0, length; done < count; done += length) {
      long at = at(index + done);
      length = (int) Math.min(memory.contiguousBytes(at) >> elementShift, count - done);
      piece.copy(at, done, length);
    }
  }

  private long byteCount() {
    return elementCount << elementShift;
  }

  private long at(long index) {
    return offsetBytes + (index << elementShift);
  }

  private void requireFloat(String accessor) {
    if (!type.isFloatingPoint()) {
      throw wrongAccessor(accessor);
    }
  }

  private void requireInteger(int widest, String accessor) {
    if (!type.isInteger() || type.byteSize() > widest) {
      throw wrongAccessor(accessor);
    }
  }

  private void requireExactly(int width, String array) {
    if (!type.isInteger() || type.byteSize() != width) {
      throw wrongAccessor(array);
    }
  }

  private RejectedCallException wrongAccessor(String accessor) {
    String instead =
        type.isFloatingPoint()
            ? "the float accessors"
            : type.isInteger()
                ? "the int accessors up to 32 bits, the long accessors for any integer"
                : "getBits, setBits, readBytes or writeBytes";
    return Refusal.of(type + " elements are not read or written as " + accessor, "use " + instead);
  }
}
