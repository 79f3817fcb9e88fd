package dev.sluice.tensor;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/**
 * A block of host memory that tensors lie in. Offsets and lengths are in bytes; elements are
 * little-endian. The two kinds differ in what a device can reach: {@link DirectMemory} goes to the
 * device as it is, {@link HeapMemory} by way of a small direct buffer.
 *
 * <p>Thread-safe for concurrent reads and for writes to disjoint ranges.
 */
public abstract sealed class HostMemory permits DirectMemory, HeapMemory {

  private static final String READ_ONLY_VIEW = "a read-only view of ";

  private final long byteCount;
  private final boolean writable;
  private final String description;

  HostMemory(long byteCount, boolean writable, String description) {
    this.byteCount = byteCount;
    this.writable = writable;
    this.description = description;
  }

  /** Returns the size in bytes. */
  public final long byteCount() {
    return byteCount;
  }

  /** Returns whether the bytes can be written. */
  public final boolean isWritable() {
    return writable;
  }

  /** Returns what this memory is, for messages: {@code mapped read-only from weights.bin}. */
  public final String description() {
    return description;
  }

  /**
   * Copies bytes out of this memory until {@code target} is full; its position moves to its limit.
   *
   * @param offset first byte; on a primitive array a multiple of its element size, as is the length
   * @throws IndexOutOfBoundsException if the range is not inside this memory
   * @throws RejectedCallException if the range cuts an element of a primitive array in two
   */
  public final void read(long offset, ByteBuffer target) {
    Objects.checkFromIndexSize(offset, (long) target.remaining(), byteCount);
    copyOut(offset, target);
  }

  /**
   * Copies all remaining bytes of {@code source} into this memory; its position moves to its limit.
   *
   * @param offset first byte; on a primitive array a multiple of its element size, as is the length
   * @throws IndexOutOfBoundsException if the range is not inside this memory
   * @throws RejectedCallException if this memory cannot be written, or if the range cuts an element
   *     of a primitive array in two
   */
  public final void write(long offset, ByteBuffer source) {
    requireWritable();
    Objects.checkFromIndexSize(offset, (long) source.remaining(), byteCount);
    copyIn(offset, source);
  }

  final void requireWritable() {
    if (!writable) {
      throw Refusal.of(
          "this memory cannot be written: it is " + description,
          description.startsWith(READ_ONLY_VIEW)
              ? "write through the tensor that the view is of; where a managed tensor's read(...)"
                  + " gave it, use its write(...) or update(...)"
              : "use writable memory");
    }
  }

  /** Returns the same bytes without write access. */
  final HostMemory asReadOnly() {
    return writable ? readOnlyView(READ_ONLY_VIEW + description) : this;
  }

  abstract HostMemory readOnlyView(String viewDescription);

  /** Fills {@code target}; its range was checked. */
  abstract void copyOut(long offset, ByteBuffer target);

  /** Takes all of {@code source}; its range and write access were checked. */
  abstract void copyIn(long offset, ByteBuffer source);

  /** Returns how many bytes from {@code offset} on one buffer reaches; 0 at the end. */
  abstract long contiguousBytes(long offset);

  // Elements have 1 << elementShift bytes and lie at multiples of that. A primitive array knows one
  // width, and the tensors over it have no other. Write access is checked by the tensor.

  /** Returns the bits of one element, zero-extended. */
  abstract long getBits(long offset, int elementShift);

  /** Sets one element to the low bits of a value. */
  abstract void putBits(long offset, int elementShift, long bits);

  static long getBits(ByteBuffer bytes, int index, int elementShift) {
    return switch (elementShift) {
      case 0 -> Byte.toUnsignedLong(bytes.get(index));
      case 1 -> Short.toUnsignedLong(bytes.getShort(index));
      case 2 -> Integer.toUnsignedLong(bytes.getInt(index));
      default -> bytes.getLong(index);
    };
  }

  static void putBits(ByteBuffer bytes, int index, int elementShift, long bits) {
    switch (elementShift) {
      case 0 -> bytes.put(index, (byte) bits);
      case 1 -> bytes.putShort(index, (short) bits);
      case 2 -> bytes.putInt(index, (int) bits);
      default -> bytes.putLong(index, bits);
    }
  }

  // The elements from an offset on, as far as one buffer reaches; for bulk access.

  ShortBuffer shortsFrom(long offset) {
    throw noSuchWidth("short");
  }

  IntBuffer intsFrom(long offset) {
    throw noSuchWidth("int");
  }

  LongBuffer longsFrom(long offset) {
    throw noSuchWidth("long");
  }

  FloatBuffer floatsFrom(long offset) {
    throw noSuchWidth("float");
  }

  private IllegalStateException noSuchWidth(String element) {
    return new IllegalStateException(description + " has no elements of type " + element);
  }
}
