package dev.sluice.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory on the Java heap: a primitive array, or the array behind a heap buffer. A device reaches
 * it through a small direct buffer of the runtime, piece by piece; that detour is counted as host
 * copy.
 */
public abstract sealed class HeapMemory extends HostMemory {

  private final @Nullable Object array;
  private final long arrayOffset;

  private HeapMemory(
      @Nullable Object array,
      long arrayOffset,
      long byteCount,
      boolean writable,
      String description) {
    super(byteCount, writable, description);
    this.array = array;
    this.arrayOffset = arrayOffset;
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
  public final void read(long offset, ByteBuffer target) {
    Objects.checkFromIndexSize(offset, (long) target.remaining(), byteCount());
    copyOut(offset, target.slice().order(ByteOrder.LITTLE_ENDIAN));
    target.position(target.limit());
  }

  @Override
  public final void write(long offset, ByteBuffer source) {
    Objects.checkFromIndexSize(offset, (long) source.remaining(), byteCount());
    copyIn(offset, source.slice().order(ByteOrder.LITTLE_ENDIAN));
    source.position(source.limit());
  }

  /** Fills {@code target} from {@code offset} on. */
  abstract void copyOut(long offset, ByteBuffer target);

  /** Takes all of {@code source} in, from {@code offset} on. */
  abstract void copyIn(long offset, ByteBuffer source);

  final String readOnlyDescription() {
    return "a read-only view of " + description();
  }

  private static final class OfBytes extends HeapMemory {

    private final ByteBuffer bytes;

    OfBytes(@Nullable Object array, long arrayOffset, ByteBuffer bytes, String description) {
      super(array, arrayOffset, bytes.capacity(), !bytes.isReadOnly(), description);
      this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    HostMemory asReadOnly() {
      return new OfBytes(array(), arrayOffset(), bytes.asReadOnlyBuffer(), readOnlyDescription());
    }

    @Override
    void copyOut(long offset, ByteBuffer target) {
      target.put(bytes.slice((int) offset, target.remaining()));
    }

    @Override
    void copyIn(long offset, ByteBuffer source) {
      bytes.slice((int) offset, source.remaining()).put(source);
    }

    @Override
    byte getByte(long offset) {
      return bytes.get((int) offset);
    }

    @Override
    void putByte(long offset, byte value) {
      bytes.put((int) offset, value);
    }

    @Override
    short getShort(long offset) {
      return bytes.getShort((int) offset);
    }

    @Override
    void putShort(long offset, short value) {
      bytes.putShort((int) offset, value);
    }

    @Override
    int getInt(long offset) {
      return bytes.getInt((int) offset);
    }

    @Override
    void putInt(long offset, int value) {
      bytes.putInt((int) offset, value);
    }

    @Override
    long getLong(long offset) {
      return bytes.getLong((int) offset);
    }

    @Override
    void putLong(long offset, long value) {
      bytes.putLong((int) offset, value);
    }

    @Override
    ByteBuffer bytesFrom(long offset) {
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

    private static final int SHIFT = 1;

    private final short[] shorts;

    OfShorts(short[] shorts, boolean writable, String description) {
      super(shorts, 0, (long) shorts.length << SHIFT, writable, description);
      this.shorts = shorts;
    }

    @Override
    HostMemory asReadOnly() {
      return new OfShorts(shorts, false, readOnlyDescription());
    }

    @Override
    void copyOut(long offset, ByteBuffer target) {
      target.asShortBuffer().put(shorts, (int) (offset >> SHIFT), target.remaining() >> SHIFT);
    }

    @Override
    void copyIn(long offset, ByteBuffer source) {
      source.asShortBuffer().get(shorts, (int) (offset >> SHIFT), source.remaining() >> SHIFT);
    }

    @Override
    short getShort(long offset) {
      return shorts[(int) (offset >> SHIFT)];
    }

    @Override
    void putShort(long offset, short value) {
      shorts[(int) (offset >> SHIFT)] = value;
    }

    @Override
    ShortBuffer shortsFrom(long offset) {
      int from = (int) (offset >> SHIFT);
      return ShortBuffer.wrap(shorts, from, shorts.length - from);
    }
  }

  private static final class OfInts extends HeapMemory {

    private static final int SHIFT = 2;

    private final int[] ints;

    OfInts(int[] ints, boolean writable, String description) {
      super(ints, 0, (long) ints.length << SHIFT, writable, description);
      this.ints = ints;
    }

    @Override
    HostMemory asReadOnly() {
      return new OfInts(ints, false, readOnlyDescription());
    }

    @Override
    void copyOut(long offset, ByteBuffer target) {
      target.asIntBuffer().put(ints, (int) (offset >> SHIFT), target.remaining() >> SHIFT);
    }

    @Override
    void copyIn(long offset, ByteBuffer source) {
      source.asIntBuffer().get(ints, (int) (offset >> SHIFT), source.remaining() >> SHIFT);
    }

    @Override
    int getInt(long offset) {
      return ints[(int) (offset >> SHIFT)];
    }

    @Override
    void putInt(long offset, int value) {
      ints[(int) (offset >> SHIFT)] = value;
    }

    @Override
    IntBuffer intsFrom(long offset) {
      int from = (int) (offset >> SHIFT);
      return IntBuffer.wrap(ints, from, ints.length - from);
    }
  }

  private static final class OfLongs extends HeapMemory {

    private static final int SHIFT = 3;

    private final long[] longs;

    OfLongs(long[] longs, boolean writable, String description) {
      super(longs, 0, (long) longs.length << SHIFT, writable, description);
      this.longs = longs;
    }

    @Override
    HostMemory asReadOnly() {
      return new OfLongs(longs, false, readOnlyDescription());
    }

    @Override
    void copyOut(long offset, ByteBuffer target) {
      target.asLongBuffer().put(longs, (int) (offset >> SHIFT), target.remaining() >> SHIFT);
    }

    @Override
    void copyIn(long offset, ByteBuffer source) {
      source.asLongBuffer().get(longs, (int) (offset >> SHIFT), source.remaining() >> SHIFT);
    }

    @Override
    long getLong(long offset) {
      return longs[(int) (offset >> SHIFT)];
    }

    @Override
    void putLong(long offset, long value) {
      longs[(int) (offset >> SHIFT)] = value;
    }

    @Override
    LongBuffer longsFrom(long offset) {
      int from = (int) (offset >> SHIFT);
      return LongBuffer.wrap(longs, from, longs.length - from);
    }
  }

  private static final class OfFloats extends HeapMemory {

    private static final int SHIFT = 2;

    private final float[] floats;

    OfFloats(float[] floats, boolean writable, String description) {
      super(floats, 0, (long) floats.length << SHIFT, writable, description);
      this.floats = floats;
    }

    @Override
    HostMemory asReadOnly() {
      return new OfFloats(floats, false, readOnlyDescription());
    }

    @Override
    void copyOut(long offset, ByteBuffer target) {
      target.asFloatBuffer().put(floats, (int) (offset >> SHIFT), target.remaining() >> SHIFT);
    }

    @Override
    void copyIn(long offset, ByteBuffer source) {
      source.asFloatBuffer().get(floats, (int) (offset >> SHIFT), source.remaining() >> SHIFT);
    }

    @Override
    int getInt(long offset) {
      return Float.floatToRawIntBits(floats[(int) (offset >> SHIFT)]);
    }

    @Override
    void putInt(long offset, int value) {
      floats[(int) (offset >> SHIFT)] = Float.intBitsToFloat(value);
    }

    @Override
    FloatBuffer floatsFrom(long offset) {
      int from = (int) (offset >> SHIFT);
      return FloatBuffer.wrap(floats, from, floats.length - from);
    }
  }
}
