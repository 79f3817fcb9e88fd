package dev.sluice.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory on the Java heap: a primitive array, or the array behind a heap buffer. A device reaches
 * it through a small direct buffer of the runtime, piece by piece; that detour is counted as host
 * copy.
 */
public abstract sealed class HeapMemory extends HostMemory {

  private final @Nullable Object array;
  private final long arrayOffset;
  private final int unitBytes;

  /**
   * @param unitBytes bytes of one element of the array
   */
  private HeapMemory(
      @Nullable Object array,
      long arrayOffset,
      int unitCount,
      int unitBytes,
      boolean writable,
      String description) {
    super((long) unitCount * unitBytes, writable, description);
    this.array = array;
    this.arrayOffset = arrayOffset;
    this.unitBytes = unitBytes;
  }

  static HeapMemory wrap(ByteBuffer buffer) {
    boolean visible = buffer.hasArray();
    return new OfBytes(
        visible ? buffer.array() : null,
        visible ? (long) buffer.arrayOffset() + buffer.position() : 0,
        buffer.slice(),
        buffer.isReadOnly() ? "a read-only heap buffer" : "a heap buffer");
  }

  static HeapMemory wrap(byte[] array) {
    return new OfBytes(array, 0, ByteBuffer.wrap(array), "a byte[]");
  }

  static HeapMemory wrap(short[] array) {
    return new OfShorts(array, true, "a short[]");
  }

  static HeapMemory wrap(int[] array) {
    return new OfInts(array, true, "an int[]");
  }

  static HeapMemory wrap(long[] array) {
    return new OfLongs(array, true, "a long[]");
  }

  static HeapMemory wrap(float[] array) {
    return new OfFloats(array, true, "a float[]");
  }

  /**
   * Returns the array that holds the bytes, by which overlap is seen; null where a read-only heap
   * buffer hides it.
   */
  public final @Nullable Object array() {
    return array;
  }

  /** Returns where this memory starts in {@link #array()}, in bytes. */
  public final long arrayOffset() {
    return arrayOffset;
  }

  @Override
  final void copyOut(long offset, ByteBuffer target) {
    requireWholeUnits(offset, target.remaining());
    readUnits(unit(offset), target.slice().order(ByteOrder.LITTLE_ENDIAN));
    target.position(target.limit());
  }

  @Override
  final void copyIn(long offset, ByteBuffer source) {
    requireWholeUnits(offset, source.remaining());
    writeUnits(unit(offset), source.slice().order(ByteOrder.LITTLE_ENDIAN));
    source.position(source.limit());
  }

  private void requireWholeUnits(long offset, int length) {
    if (offset % unitBytes != 0 || length % unitBytes != 0) {
      throw Refusal.of(
          new ByteRange(offset, length) + " cut an element of " + description() + " in two",
          "use multiples of " + unitBytes);
    }
  }

  @Override
  final long contiguousBytes(long offset) {
    return byteCount() - offset;
  }

  /** Returns the index of the array element, counted from the start of this memory. */
  final int unit(long offset) {
    return (int) (offset / unitBytes);
  }

  /** Fills {@code target} from the element {@code first} on. */
  abstract void readUnits(int first, ByteBuffer target);

  /** Takes all of {@code source} in, from the element {@code first} on. */
  abstract void writeUnits(int first, ByteBuffer source);

  private static final class OfBytes extends HeapMemory {

    private final ByteBuffer bytes;

    OfBytes(@Nullable Object array, long arrayOffset, ByteBuffer bytes, String description) {
      super(array, arrayOffset, bytes.capacity(), Byte.BYTES, !bytes.isReadOnly(), description);
      this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    HostMemory readOnlyView(String viewDescription) {
      return new OfBytes(array(), arrayOffset(), bytes.asReadOnlyBuffer(), viewDescription);
    }

    @Override
    void readUnits(int first, ByteBuffer target) {
      target.put(bytes.slice(first, target.remaining()));
    }

    @Override
    void writeUnits(int first, ByteBuffer source) {
      bytes.slice(first, source.remaining()).put(source);
    }

    @Override
    long getBits(long offset, int elementShift) {
      return getBits(bytes, (int) offset, elementShift);
    }

    @Override
    void putBits(long offset, int elementShift, long bits) {
      putBits(bytes, (int) offset, elementShift, bits);
    }

    private ByteBuffer bytesFrom(long offset) {
      int from = (int) offset;
      return bytes.slice(from, bytes.capacity() - from).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    ShortBuffer shortsFrom(long offset) {
      return bytesFrom(offset).asShortBuffer();
    }

    @Override
    IntBuffer intsFrom(long offset) {
      return bytesFrom(offset).asIntBuffer();
    }

    @Override
    LongBuffer longsFrom(long offset) {
      return bytesFrom(offset).asLongBuffer();
    }

    @Override
    FloatBuffer floatsFrom(long offset) {
      return bytesFrom(offset).asFloatBuffer();
    }
  }

  private static final class OfShorts extends HeapMemory {

    private final short[] shorts;

    OfShorts(short[] shorts, boolean writable, String description) {
      super(shorts, 0, shorts.length, Short.BYTES, writable, description);
      this.shorts = shorts;
    }

    @Override
    HostMemory readOnlyView(String viewDescription) {
      return new OfShorts(shorts, false, viewDescription);
    }

    @Override
    void readUnits(int first, ByteBuffer target) {
      target.asShortBuffer().put(shorts, first, target.remaining() / Short.BYTES);
    }

    @Override
    void writeUnits(int first, ByteBuffer source) {
      source.asShortBuffer().get(shorts, first, source.remaining() / Short.BYTES);
    }

    @Override
    long getBits(long offset, int elementShift) {
      return Short.toUnsignedLong(shorts[unit(offset)]);
    }

    @Override
    void putBits(long offset, int elementShift, long bits) {
      shorts[unit(offset)] = (short) bits;
    }

    @Override
    ShortBuffer shortsFrom(long offset) {
      return ShortBuffer.wrap(shorts).position(unit(offset));
    }
  }

  private static final class OfInts extends HeapMemory {

    private final int[] ints;

    OfInts(int[] ints, boolean writable, String description) {
      super(ints, 0, ints.length, Integer.BYTES, writable, description);
      this.ints = ints;
    }

    @Override
    HostMemory readOnlyView(String viewDescription) {
      return new OfInts(ints, false, viewDescription);
    }

    @Override
    void readUnits(int first, ByteBuffer target) {
      target.asIntBuffer().put(ints, first, target.remaining() / Integer.BYTES);
    }

    @Override
    void writeUnits(int first, ByteBuffer source) {
      source.asIntBuffer().get(ints, first, source.remaining() / Integer.BYTES);
    }

    @Override
    long getBits(long offset, int elementShift) {
      return Integer.toUnsignedLong(ints[unit(offset)]);
    }

    @Override
    void putBits(long offset, int elementShift, long bits) {
      ints[unit(offset)] = (int) bits;
    }

    @Override
    IntBuffer intsFrom(long offset) {
      return IntBuffer.wrap(ints).position(unit(offset));
    }
  }

  private static final class OfLongs extends HeapMemory {

    private final long[] longs;

    OfLongs(long[] longs, boolean writable, String description) {
      super(longs, 0, longs.length, Long.BYTES, writable, description);
      this.longs = longs;
    }

    @Override
    HostMemory readOnlyView(String viewDescription) {
      return new OfLongs(longs, false, viewDescription);
    }

    @Override
    void readUnits(int first, ByteBuffer target) {
      target.asLongBuffer().put(longs, first, target.remaining() / Long.BYTES);
    }

    @Override
    void writeUnits(int first, ByteBuffer source) {
      source.asLongBuffer().get(longs, first, source.remaining() / Long.BYTES);
    }

    @Override
    long getBits(long offset, int elementShift) {
      return longs[unit(offset)];
    }

    @Override
    void putBits(long offset, int elementShift, long bits) {
      longs[unit(offset)] = bits;
    }

    @Override
    LongBuffer longsFrom(long offset) {
      return LongBuffer.wrap(longs).position(unit(offset));
    }
  }

  private static final class OfFloats extends HeapMemory {

    private final float[] floats;

    OfFloats(float[] floats, boolean writable, String description) {
      super(floats, 0, floats.length, Float.BYTES, writable, description);
      this.floats = floats;
    }

    @Override
    HostMemory readOnlyView(String viewDescription) {
      return new OfFloats(floats, false, viewDescription);
    }

    @Override
    void readUnits(int first, ByteBuffer target) {
      target.asFloatBuffer().put(floats, first, target.remaining() / Float.BYTES);
    }

    @Override
    void writeUnits(int first, ByteBuffer source) {
      source.asFloatBuffer().get(floats, first, source.remaining() / Float.BYTES);
    }

    @Override
    long getBits(long offset, int elementShift) {
      return Integer.toUnsignedLong(Float.floatToRawIntBits(floats[unit(offset)]));
    }

    @Override
    void putBits(long offset, int elementShift, long bits) {
      floats[unit(offset)] = Float.intBitsToFloat((int) bits);
    }

    @Override
    FloatBuffer floatsFrom(long offset) {
      return FloatBuffer.wrap(floats).position(unit(offset));
    }
  }
}
