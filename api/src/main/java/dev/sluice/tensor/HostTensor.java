package dev.sluice.tensor;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A tensor in host memory: contiguous, row-major, little-endian. Runs copy it as its declared
 * direction requires. Nobody has to close it; off-heap memory is freed by the garbage collector.
 *
 * <p>The typed accessors take flat element indexes ({@link Shape#index} turns coordinates into
 * one). {@code getFloat} and its kin convert FLOAT16 and BFLOAT16; {@code getInt} and {@code
 * getLong} sign- or zero-extend; writing keeps the low bits. An index outside the tensor is an
 * {@link IndexOutOfBoundsException}; an accessor that does not fit the element type, or a write to
 * read-only memory, is a {@link RejectedCallException}.
 *
 * <p>The tensor itself is immutable. Its elements are plain memory: threads that share them must
 * order their accesses, and must leave them alone while a run uses the tensor.
 */
public final class HostTensor implements Tensor {

  private final HostMemory memory;
  private final long offsetBytes;
  private final DataType dataType;
  private final Shape shape;
  private final long byteCount;
  private final HostElements elements;

  private HostTensor(HostMemory memory, long offsetBytes, DataType dataType, Shape shape) {
    this.memory = memory;
    this.offsetBytes = offsetBytes;
    this.dataType = dataType;
    this.shape = shape;
    this.byteCount = shape.byteCount(dataType);
    this.elements = new HostElements(memory, offsetBytes, dataType, shape.elementCount());
  }

  /**
   * Returns a zeroed tensor in off-heap memory of its own; it may be larger than 2 GiB.
   *
   * @throws RejectedCallException if the bytes are more than any process can address
   * @throws OutOfMemoryError if {@code -XX:MaxDirectMemorySize} does not allow it
   */
  public static HostTensor allocate(DataType type, Shape shape) {
    return new HostTensor(DirectMemory.allocate(shape.byteCount(type)), 0, type, shape);
  }

  /**
   * Returns a tensor over a buffer's bytes from position to limit; neither is moved. A read-only
   * buffer gives a read-only tensor.
   *
   * @param buffer direct or heap, little-endian (Java's default is big-endian), as long as the
   *     shape
   * @throws RejectedCallException if the length differs, or if the order is big-endian and elements
   *     are wider than a byte
   */
  public static HostTensor wrap(ByteBuffer buffer, DataType type, Shape shape) {
    if (buffer.order() == ByteOrder.BIG_ENDIAN && type.byteSize() > 1) {
      throw Refusal.of(
          "the buffer's order is BIG_ENDIAN, but tensor elements are little-endian",
          "write its " + type + " elements after buffer.order(ByteOrder.LITTLE_ENDIAN)");
    }
    return whole(
        buffer.isDirect()
            ? DirectMemory.wrap(
                buffer, buffer.isReadOnly() ? "a read-only direct buffer" : "a direct buffer")
            : HeapMemory.wrap(buffer),
        type,
        shape);
  }

  /**
   * Returns a FLOAT32 tensor over an array, without copying it.
   *
   * @throws RejectedCallException if the array has not exactly the elements of the shape
   */
  public static HostTensor wrap(float[] array, Shape shape) {
    return whole(HeapMemory.wrap(array), DataType.FLOAT32, shape);
  }

  /**
   * Returns an INT32 tensor over an array, without copying it.
   *
   * @throws RejectedCallException if the array has not exactly the elements of the shape
   */
  public static HostTensor wrap(int[] array, Shape shape) {
    return wrap(array, DataType.INT32, shape);
  }

  /**
   * Returns an INT64 tensor over an array, without copying it.
   *
   * @throws RejectedCallException if the array has not exactly the elements of the shape
   */
  public static HostTensor wrap(long[] array, Shape shape) {
    return wrap(array, DataType.INT64, shape);
  }

  /**
   * Returns a tensor over an array, without copying it.
   *
   * @param type INT32 or UINT32
   * @throws RejectedCallException if the type is another, or the array has not exactly the elements
   *     of the shape
   */
  public static HostTensor wrap(int[] array, DataType type, Shape shape) {
    MemoryFit.requireWidth("an int[]", type, Integer.BYTES, true);
    return whole(HeapMemory.wrap(array), type, shape);
  }

  /**
   * Returns a tensor over an array, without copying it.
   *
   * @param type INT64 or UINT64
   * @throws RejectedCallException if the type is another, or the array has not exactly the elements
   *     of the shape
   */
  public static HostTensor wrap(long[] array, DataType type, Shape shape) {
    MemoryFit.requireWidth("a long[]", type, Long.BYTES, true);
    return whole(HeapMemory.wrap(array), type, shape);
  }

  /**
   * Returns a tensor over an array, without copying it.
   *
   * @param type any of two bytes: INT16, UINT16, or the bits of FLOAT16 or BFLOAT16
   * @throws RejectedCallException if the type is another, or the array has not exactly the elements
   *     of the shape
   */
  public static HostTensor wrap(short[] array, DataType type, Shape shape) {
    MemoryFit.requireWidth("a short[]", type, Short.BYTES, false);
    return whole(HeapMemory.wrap(array), type, shape);
  }

  /**
   * Returns a tensor over an array of little-endian bytes, without copying it.
   *
   * @param type any
   * @throws RejectedCallException if the array has not exactly the bytes of the shape
   */
  public static HostTensor wrap(byte[] array, DataType type, Shape shape) {
    return whole(HeapMemory.wrap(array), type, shape);
  }

  /**
   * Returns a tensor over a range of a file, mapped without reading it. Two mappings of one file
   * are two tensors: that they overlap is not seen by the aliasing checks.
   *
   * @param offset first byte of the range
   * @throws RejectedCallException if the file cannot be opened for the access, or ends before the
   *     range does; the file is never extended
   */
  public static HostTensor map(
      Path file, long offset, DataType type, Shape shape, MappedAccess access) {
    Objects.requireNonNull(access, "access");
    return whole(
        MappedFile.map(file, new ByteRange(offset, shape.byteCount(type)), access), type, shape);
  }

  /**
   * Returns a tensor over a range of off-heap memory.
   *
   * @param offsetBytes where it starts; a multiple of the element size
   * @throws RejectedCallException if the range is not inside the memory, or the offset is not
   *     aligned
   */
  public static HostTensor in(DirectMemory memory, long offsetBytes, DataType type, Shape shape) {
    MemoryFit.requireInside(memory, offsetBytes, type, shape);
    return new HostTensor(memory, offsetBytes, type, shape);
  }

  private static HostTensor whole(HostMemory memory, DataType type, Shape shape) {
    MemoryFit.requireExactly(memory, type, shape);
    return new HostTensor(memory, 0, type, shape);
  }

  @Override
  public DataType dataType() {
    return dataType;
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public long byteCount() {
    return byteCount;
  }

  /** Returns the block of memory that the tensor lies in. */
  public HostMemory memory() {
    return memory;
  }

  /** Returns where the tensor starts in {@link #memory()}, in bytes. */
  public long offsetBytes() {
    return offsetBytes;
  }

  /** Returns whether the elements can be written. */
  public boolean isWritable() {
    return memory.isWritable();
  }

  /**
   * Returns a contiguous view of the same memory.
   *
   * @param offsetElements where the view starts, in elements from the start of this tensor
   * @throws RejectedCallException if the view reaches outside this tensor
   */
  public HostTensor view(long offsetElements, Shape viewShape) {
    MemoryFit.requireViewInside(shape, offsetElements, viewShape);
    return new HostTensor(
        memory, offsetBytes + offsetElements * dataType.byteSize(), dataType, viewShape);
  }

  /** Returns a view of the same memory that cannot be written. */
  public HostTensor asReadOnly() {
    return new HostTensor(memory.asReadOnly(), offsetBytes, dataType, shape);
  }

  /** Returns a FLOAT32, FLOAT16 or BFLOAT16 element. */
  public float getFloat(long index) {
    return elements.getFloat(index);
  }

  /** Sets a FLOAT32, FLOAT16 or BFLOAT16 element to the nearest value of its type. */
  public void setFloat(long index, float value) {
    elements.setFloat(index, value);
  }

  /** Returns an integer element of at most 32 bits; UINT32 as its bits. */
  public int getInt(long index) {
    return elements.getInt(index);
  }

  /** Sets an integer element of at most 32 bits to the low bits of a value. */
  public void setInt(long index, int value) {
    elements.setInt(index, value);
  }

  /** Returns an integer element, sign- or zero-extended; UINT64 as its bits. */
  public long getLong(long index) {
    return elements.getLong(index);
  }

  /** Sets an integer element to the low bits of a value. */
  public void setLong(long index, long value) {
    elements.setLong(index, value);
  }

  /** Returns the bits of an element of any type, zero-extended. */
  public long getBits(long index) {
    return elements.getBits(index);
  }

  /** Sets an element of any type to the low bits of a value. */
  public void setBits(long index, long bits) {
    elements.setBits(index, bits);
  }

  /**
   * Copies FLOAT32, FLOAT16 or BFLOAT16 elements into an array.
   *
   * @param index first element
   * @param from first place in {@code target}
   * @param count number of elements
   */
  public void read(long index, float[] target, int from, int count) {
    elements.read(index, target, from, count);
  }

  /**
   * Copies array elements into FLOAT32, FLOAT16 or BFLOAT16 elements, each to the nearest value.
   *
   * @param index first element
   * @param from first place in {@code source}
   * @param count number of elements
   */
  public void write(long index, float[] source, int from, int count) {
    elements.write(index, source, from, count);
  }

  /** Copies INT32 elements, or the bits of UINT32 elements, into an array. */
  public void read(long index, int[] target, int from, int count) {
    elements.read(index, target, from, count);
  }

  /** Copies array elements into INT32 elements, or into the bits of UINT32 elements. */
  public void write(long index, int[] source, int from, int count) {
    elements.write(index, source, from, count);
  }

  /** Copies INT64 elements, or the bits of UINT64 elements, into an array. */
  public void read(long index, long[] target, int from, int count) {
    elements.read(index, target, from, count);
  }

  /** Copies array elements into INT64 elements, or into the bits of UINT64 elements. */
  public void write(long index, long[] source, int from, int count) {
    elements.write(index, source, from, count);
  }

  /**
   * Copies bytes of any element type out of the tensor until {@code target} is full.
   *
   * @param offset first byte, from the start of the tensor; over a primitive array a multiple of
   *     the array's element size, as is the length
   */
  public void readBytes(long offset, ByteBuffer target) {
    elements.readBytes(offset, target);
  }

  /**
   * Copies all remaining bytes of {@code source} into the tensor.
   *
   * @param offset first byte, from the start of the tensor; over a primitive array a multiple of
   *     the array's element size, as is the length
   */
  public void writeBytes(long offset, ByteBuffer source) {
    elements.writeBytes(offset, source);
  }

  /** Sets every element to the low bits of a value. */
  public void fillBits(long bits) {
    elements.fill(bits);
  }

  /** Returns the element type, shape and memory, without the elements. */
  @Override
  public String toString() {
    return dataType + " " + shape + ", " + memory.description();
  }
}
