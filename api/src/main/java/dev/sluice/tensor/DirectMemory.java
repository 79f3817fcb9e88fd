package dev.sluice.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/**
 * Memory outside the Java heap, which a device copies from and to without a detour. A Java buffer
 * ends at 2 GiB, so the block is a row of segments of {@value #SEGMENT_BYTES} bytes, the last one
 * shorter. The garbage collector frees it.
 */
public final class DirectMemory extends HostMemory {

  /** Bytes of every segment but the last: the most that one copy moves. */
  public static final int SEGMENT_BYTES = 1 << 30;

  private static final int SEGMENT_SHIFT = 30;

  private final ByteBuffer[] segments;

  private DirectMemory(
      ByteBuffer[] segments, long byteCount, boolean writable, String description) {
    super(byteCount, writable, description);
    this.segments = segments;
  }

  /**
   * Allocates zeroed memory, at an address that is a multiple of 8.
   *
   * @throws OutOfMemoryError if {@code -XX:MaxDirectMemorySize} does not allow it
   */
  public static DirectMemory allocate(long byteCount) {
    ByteBuffer[] segments = new ByteBuffer[segmentCount(byteCount)];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = ByteBuffer.allocateDirect(segmentLength(byteCount, i));
    }
    return of(segments, byteCount, "off-heap memory");
  }

  /** Takes {@code buffer}'s bytes from position to limit. */
  static DirectMemory wrap(ByteBuffer buffer, String description) {
    ByteBuffer whole = buffer.slice();
    ByteBuffer[] segments = new ByteBuffer[segmentCount(whole.capacity())];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = whole.slice(i << SEGMENT_SHIFT, segmentLength(whole.capacity(), i));
    }
    return new DirectMemory(
        littleEndian(segments), whole.capacity(), !buffer.isReadOnly(), description);
  }

  /** Takes buffers that are each {@link #SEGMENT_BYTES} long but the last. */
  static DirectMemory of(ByteBuffer[] segments, long byteCount, String description) {
    boolean writable = segments.length == 0 || !segments[0].isReadOnly();
    return new DirectMemory(littleEndian(segments), byteCount, writable, description);
  }

  static int segmentCount(long byteCount) {
    return Math.toIntExact((byteCount + SEGMENT_BYTES - 1) >>> SEGMENT_SHIFT);
  }

  static int segmentLength(long byteCount, int index) {
    return (int) Math.min(SEGMENT_BYTES, byteCount - ((long) index << SEGMENT_SHIFT));
  }

  private static ByteBuffer[] littleEndian(ByteBuffer[] segments) {
    for (ByteBuffer segment : segments) {
      segment.order(ByteOrder.LITTLE_ENDIAN);
    }
    return segments;
  }

  /**
   * Returns how many bytes from {@code offset} on lie in one segment; a range must not be longer.
   */
  public long contiguousBytes(long offset) {
    Objects.checkIndex(offset, byteCount());
    return Math.min(SEGMENT_BYTES - (offset & (SEGMENT_BYTES - 1)), byteCount() - offset);
  }

  /**
   * Returns a range as a little-endian direct buffer of its own position and limit.
   *
   * @param offset first byte
   * @param length at most {@link #contiguousBytes}
   * @throws IndexOutOfBoundsException if the range is not inside one segment
   */
  public ByteBuffer range(long offset, int length) {
    return segment(offset).slice(inSegment(offset), length).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void read(long offset, ByteBuffer target) {
    Objects.checkFromIndexSize(offset, (long) target.remaining(), byteCount());
    for (long from = offset; target.hasRemaining(); ) {
      int length = (int) Math.min(target.remaining(), contiguousBytes(from));
      target.put(range(from, length));
      from += length;
    }
  }

  @Override
  public void write(long offset, ByteBuffer source) {
    Objects.checkFromIndexSize(offset, (long) source.remaining(), byteCount());
    for (long to = offset; source.hasRemaining(); ) {
      int length = (int) Math.min(source.remaining(), contiguousBytes(to));
      range(to, length).put(source.slice(source.position(), length));
      source.position(source.position() + length);
      to += length;
    }
  }

  @Override
  HostMemory asReadOnly() {
    ByteBuffer[] copies = new ByteBuffer[segments.length];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = segments[i].asReadOnlyBuffer();
    }
    return new DirectMemory(
        littleEndian(copies), byteCount(), false, "a read-only view of " + description());
  }

  private ByteBuffer segment(long offset) {
    return segments[(int) (offset >>> SEGMENT_SHIFT)];
  }

  private static int inSegment(long offset) {
    return (int) (offset & (SEGMENT_BYTES - 1));
  }

  @Override
  byte getByte(long offset) {
    return segment(offset).get(inSegment(offset));
  }

  @Override
  short getShort(long offset) {
    return segment(offset).getShort(inSegment(offset));
  }

  @Override
  int getInt(long offset) {
    return segment(offset).getInt(inSegment(offset));
  }

  @Override
  long getLong(long offset) {
    return segment(offset).getLong(inSegment(offset));
  }

  @Override
  void putByte(long offset, byte value) {
    segment(offset).put(inSegment(offset), value);
  }

  @Override
  void putShort(long offset, short value) {
    segment(offset).putShort(inSegment(offset), value);
  }

  @Override
  void putInt(long offset, int value) {
    segment(offset).putInt(inSegment(offset), value);
  }

  @Override
  void putLong(long offset, long value) {
    segment(offset).putLong(inSegment(offset), value);
  }

  @Override
  ByteBuffer bytesFrom(long offset) {
    return range(offset, (int) contiguousBytes(offset));
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
