package dev.sluice.tensor;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * A block of host memory that tensors lie in. Offsets and lengths are in bytes; elements are
 * little-endian. The two kinds differ in what a device can reach: {@link DirectMemory} goes to the
 * device as it is, {@link HeapMemory} by way of a small direct buffer.
 *
 * <p>Thread-safe for concurrent reads and for writes to disjoint ranges.
 */
public abstract sealed class HostMemory permits DirectMemory, HeapMemory {

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
   */
  public abstract void read(long offset, ByteBuffer target);

  /**
   * Copies all remaining bytes of {@code source} into this memory; its position moves to its limit.
   *
   * @param offset first byte; on a primitive array a multiple of its element size, as is the length
   * @throws IndexOutOfBoundsException if the range is not inside this memory
   */
  public abstract void write(long offset, ByteBuffer source);

  /** Returns the same bytes without write access. */
  abstract HostMemory asReadOnly();

  // Access by element width. A primitive array knows one width; a tensor over it has no other.

  byte getByte(long offset) {
    throw noSuchWidth("byte");
  }

  void putByte(long offset, byte value) {
    throw noSuchWidth("byte");
  }

  short getShort(long offset) {
    throw noSuchWidth("short");
  }

  void putShort(long offset, short value) {
    throw noSuchWidth("short");
  }

  int getInt(long offset) {
    throw noSuchWidth("int");
  }

  void putInt(long offset, int value) {
    throw noSuchWidth("int");
  }

  long getLong(long offset) {
    throw noSuchWidth("long");
  }

  void putLong(long offset, long value) {
    throw noSuchWidth("long");
  }

  // The elements from an offset on, as far as one buffer reaches; for bulk access.

  ByteBuffer bytesFrom(long offset) {
    throw noSuchWidth("byte");
  }

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
