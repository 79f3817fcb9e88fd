package dev.sluice.tensor;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the Java heap, which a device copies from and to without a detour. A Java buffer
 * ends at 2 GiB, so the block is a row of segments of {@value #SEGMENT_BYTES} bytes, the last one
 * shorter. The garbage collector frees it.
 */
public final class DirectMemory extends HostMemory {

  /** Bytes of every segment but the last: the most that one copy moves. */
  public static final int SEGMENT_BYTES = 1 << 30;

  private static final int SEGMENT_SHIFT = 30;

  /** The address space of a process on today's 64-bit machines. */
  private static final long MAX_BYTES = 1L << 48;

  private final ByteBuffer[] segments;
  private final @Nullable FileRange file;

  /**
   * Takes buffers of its own, each {@link #SEGMENT_BYTES} long but the last, and sets their order.
   */
  DirectMemory(ByteBuffer[] segments, long byteCount, boolean writable, String description) {
    this(segments, byteCount, writable, description, null);
  }

  /** Takes buffers as above, which map a range of a file. */
  DirectMemory(
      ByteBuffer[] segments,
      long byteCount,
      boolean writable,
      String description,
      @Nullable FileRange file) {
    super(byteCount, writable, description);
    this.file = file;
    this.segments = segments;
    for (ByteBuffer segment : segments) {
      segment.order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /**
   * Allocates zeroed memory, at an address that is a multiple of 8.
   *
   * @param byteCount zero or more
   * @throws RejectedCallException if the count is negative, or more than any process can address
   * @throws OutOfMemoryError if {@code -XX:MaxDirectMemorySize} does not allow it
   */
  public static DirectMemory allocate(long byteCount) {
    if (byteCount < 0 || byteCount > MAX_BYTES) {
      throw Refusal.of(
          "off-heap memory of " + byteCount + " bytes cannot exist",
          "ask for 0 to " + MAX_BYTES + " bytes");
    }
    ByteBuffer[] segments = new ByteBuffer[segmentCount(byteCount)];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = ByteBuffer.allocateDirect(segmentLength(byteCount, i));
    }
    return new DirectMemory(segments, byteCount, true, "off-heap memory");
  }

  /** Takes {@code buffer}'s bytes from position to limit. */
  static DirectMemory wrap(ByteBuffer buffer, String description) {
    ByteBuffer whole = buffer.slice();
    ByteBuffer[] segments = new ByteBuffer[segmentCount(whole.capacity())];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = whole.slice(i << SEGMENT_SHIFT, segmentLength(whole.capacity(), i));
    }
    return new DirectMemory(segments, whole.capacity(), !buffer.isReadOnly(), description);
  }

  static int segmentCount(long byteCount) {
    return Math.toIntExact((byteCount + SEGMENT_BYTES - 1) >>> SEGMENT_SHIFT);
  }

  static int segmentLength(long byteCount, int index) {
    return (int) Math.min(SEGMENT_BYTES, byteCount - ((long) index << SEGMENT_SHIFT));
  }

  /**
   * Returns how many bytes from {@code offset} on lie in one segment; a range must not be longer.
   *
   * @param offset from 0 to {@link #byteCount()}, where there are none
   * @throws IndexOutOfBoundsException if the offset is outside this memory
   */
  @Override
  public long contiguousBytes(long offset) {
    Objects.checkFromToIndex(offset, byteCount(), byteCount());
    return Math.min(SEGMENT_BYTES - inSegment(offset), byteCount() - offset);
  }

  /**
   * Returns a range as a little-endian direct buffer of its own position and limit.
   *
   * @param offset first byte
   * @param length at most {@link #contiguousBytes}
   * @throws IndexOutOfBoundsException if the range is not inside one segment
   */
  public ByteBuffer range(long offset, int length) {
    Objects.checkFromIndexSize(offset, (long) length, byteCount());
    if (offset == byteCount()) {
      return ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN); // there is no segment
    }
    return segment(offset).slice(inSegment(offset), length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns what this is a mapping of, where the file system tells files apart. */
  public Optional<FileRange> file() {
    return Optional.ofNullable(file);
  }

  @Override
  void copyOut(long offset, ByteBuffer target) {
    for (long from = offset; target.hasRemaining(); ) {
      int length = (int) Math.min(target.remaining(), contiguousBytes(from));
      target.put(range(from, length));
      from += length;
    }
  }

  @Override
  void copyIn(long offset, ByteBuffer source) {
    for (long to = offset; source.hasRemaining(); ) {
      int length = (int) Math.min(source.remaining(), contiguousBytes(to));
      range(to, length).put(source.slice(source.position(), length));
      source.position(source.position() + length);
      to += length;
    }
  }

  @Override
  HostMemory readOnlyView(String viewDescription) {
    ByteBuffer[] copies = new ByteBuffer[segments.length];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = segments[i].asReadOnlyBuffer();
    }
    return new DirectMemory(copies, byteCount(), false, viewDescription, file);
  }

  private ByteBuffer segment(long offset) {
    return segments[(int) (offset >>> SEGMENT_SHIFT)];
  }

  private static int inSegment(long offset) {
    return (int) (offset & (SEGMENT_BYTES - 1));
  }

  @Override
  long getBits(long offset, int elementShift) {
    return getBits(segment(offset), inSegment(offset), elementShift);
  }

  @Override
  void putBits(long offset, int elementShift, long bits) {
    putBits(segment(offset), inSegment(offset), elementShift, bits);
  }

  private ByteBuffer bytesFrom(long offset) {
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
