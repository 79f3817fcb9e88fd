package dev.sluice.tensor;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
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
  private final int elementShift;

  private HostTensor(HostMemory memory, long offsetBytes, DataType dataType, Shape shape) {
    this.memory = memory;
    this.offsetBytes = offsetBytes;
    this.dataType = dataType;
    this.shape = shape;
    this.byteCount = shape.byteCount(dataType);
    this.elementShift = Integer.numberOfTrailingZeros(dataType.byteSize());
  }

  /**
   * Returns a zeroed tensor in off-heap memory of its own; it may be larger than 2 GiB.
   *
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
      throw rejected(
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
    return whole(HeapMemory.wrap(array), requireIntegerType(type, 4, "an int[]"), shape);
  }

  /**
   * Returns a tensor over an array, without copying it.
   *
   * @param type INT64 or UINT64
   * @throws RejectedCallException if the type is another, or the array has not exactly the elements
   *     of the shape
   */
  public static HostTensor wrap(long[] array, DataType type, Shape shape) {
    return whole(HeapMemory.wrap(array), requireIntegerType(type, 8, "a long[]"), shape);
  }

  /**
   * Returns a tensor over an array, without copying it.
   *
   * @param type any of two bytes: INT16, UINT16, or the bits of FLOAT16 or BFLOAT16
   * @throws RejectedCallException if the type is another, or the array has not exactly the elements
   *     of the shape
   */
  public static HostTensor wrap(short[] array, DataType type, Shape shape) {
    return whole(HeapMemory.wrap(array), requireWidth(type, 2, "a short[]"), shape);
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
    long byteCount = shape.byteCount(type);
    if (offsetBytes < 0 || offsetBytes > memory.byteCount() - byteCount) {
      throw rejected(
          "shape "
              + shape
              + " in "
              + type
              + " at byte "
              + offsetBytes
              + " reaches outside memory of "
              + memory.byteCount()
              + " bytes",
          "give an offset and a shape inside the memory");
    }
    if (offsetBytes % type.byteSize() != 0) {
      throw rejected(
          "offset " + offsetBytes + " is not a multiple of the element size of " + type,
          "align the offset to " + type.byteSize() + " bytes");
    }
    return new HostTensor(memory, offsetBytes, type, shape);
  }

  private static HostTensor whole(HostMemory memory, DataType type, Shape shape) {
    long expected = shape.byteCount(type);
    if (memory.byteCount() != expected) {
      throw rejected(
          "shape "
              + shape
              + " in "
              + type
              + " takes "
              + expected
              + " bytes, but "
              + memory.description()
              + " has "
              + memory.byteCount(),
          "give exactly the bytes of the shape, for example a slice, or another shape");
    }
    return new HostTensor(memory, 0, type, shape);
  }

  private static DataType requireIntegerType(DataType type, int width, String what) {
    if (!type.isInteger()) {
      throw wrongWidth(type, what, width == 4 ? "INT32 or UINT32" : "INT64 or UINT64");
    }
    return requireWidth(type, width, what);
  }

  private static DataType requireWidth(DataType type, int width, String what) {
    if (type.byteSize() != width) {
      throw wrongWidth(type, what, "an element type of " + width + " bytes");
    }
    return type;
  }

  private static RejectedCallException wrongWidth(DataType type, String what, String instead) {
    return rejected(what + " does not hold " + type + " elements", "use " + instead);
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
    long available = shape.elementCount();
    if (offsetElements < 0 || offsetElements > available - viewShape.elementCount()) {
      throw rejected(
          "a view of shape "
              + viewShape
              + " at element "
              + offsetElements
              + " reaches outside a tensor of shape "
              + shape,
          "host views are contiguous ranges inside their tensor; copy strided elements together first");
    }
    return new HostTensor(
        memory, offsetBytes + (offsetElements << elementShift), dataType, viewShape);
  }

  /** Returns a view of the same memory that cannot be written. */
  public HostTensor asReadOnly() {
    return new HostTensor(memory.asReadOnly(), offsetBytes, dataType, shape);
  }

  /** Returns a FLOAT32, FLOAT16 or BFLOAT16 element. */
  public float getFloat(long index) {
    long at = at(index);
    return switch (dataType) {
      case FLOAT32 -> Float.intBitsToFloat(memory.getInt(at));
      case FLOAT16 -> Float16.toFloat(memory.getShort(at));
      case BFLOAT16 -> BFloat16.toFloat(memory.getShort(at));
      default -> throw wrongAccessor("float");
    };
  }

  /** Sets a FLOAT32, FLOAT16 or BFLOAT16 element to the nearest value of its type. */
  public void setFloat(long index, float value) {
    long at = writableAt(index);
    switch (dataType) {
      case FLOAT32 -> memory.putInt(at, Float.floatToRawIntBits(value));
      case FLOAT16 -> memory.putShort(at, Float16.fromFloat(value));
      case BFLOAT16 -> memory.putShort(at, BFloat16.fromFloat(value));
      default -> throw wrongAccessor("float");
    }
  }

  /** Returns an integer element of at most 32 bits; UINT32 as its bits. */
  public int getInt(long index) {
    if (dataType.byteSize() > Integer.BYTES) {
      throw wrongAccessor("int");
    }
    return (int) getLong(index);
  }

  /** Sets an integer element of at most 32 bits to the low bits of a value. */
  public void setInt(long index, int value) {
    if (dataType.byteSize() > Integer.BYTES) {
      throw wrongAccessor("int");
    }
    setLong(index, value);
  }

  /** Returns an integer element, sign- or zero-extended; UINT64 as its bits. */
  public long getLong(long index) {
    if (!dataType.isInteger()) {
      throw wrongAccessor("long");
    }
    long bits = bitsAt(at(index));
    int unused = Long.SIZE - (Byte.SIZE << elementShift);
    return dataType.isUnsigned() ? bits : bits << unused >> unused;
  }

  /** Sets an integer element to the low bits of a value. */
  public void setLong(long index, long value) {
    if (!dataType.isInteger()) {
      throw wrongAccessor("long");
    }
    setBitsAt(writableAt(index), value);
  }

  /** Returns the bits of an element of any type, zero-extended. */
  public long getBits(long index) {
    return bitsAt(at(index));
  }

  /** Sets an element of any type to the low bits of a value. */
  public void setBits(long index, long bits) {
    setBitsAt(writableAt(index), bits);
  }

  /**
   * Copies FLOAT32, FLOAT16 or BFLOAT16 elements into an array.
   *
   * @param index first element
   * @param from first place in {@code target}
   * @param count number of elements
   */
  public void read(long index, float[] target, int from, int count) {
    long at = at(index, count);
    Objects.checkFromIndexSize(from, count, target.length);
    if (!dataType.isFloatingPoint()) {
      throw wrongAccessor("float");
    }
    for (int done = 0, length; done < count; done += length) {
      long next = at + ((long) done << elementShift);
      if (dataType == DataType.FLOAT32) {
        FloatBuffer source = memory.floatsFrom(next);
        length = Math.min(source.remaining(), count - done);
        source.get(target, from + done, length);
      } else {
        ShortBuffer source = memory.shortsFrom(next);
        length = Math.min(source.remaining(), count - done);
        FloatRows.decode(dataType, source, target, from + done, length);
      }
    }
  }

  /**
   * Copies array elements into FLOAT32, FLOAT16 or BFLOAT16 elements, each to the nearest value.
   *
   * @param index first element
   * @param from first place in {@code source}
   * @param count number of elements
   */
  public void write(long index, float[] source, int from, int count) {
    long at = writableAt(index, count);
    Objects.checkFromIndexSize(from, count, source.length);
    if (!dataType.isFloatingPoint()) {
      throw wrongAccessor("float");
    }
    for (int done = 0, length; done < count; done += length) {
      long next = at + ((long) done << elementShift);
      if (dataType == DataType.FLOAT32) {
        FloatBuffer target = memory.floatsFrom(next);
        length = Math.min(target.remaining(), count - done);
        target.put(source, from + done, length);
      } else {
        ShortBuffer target = memory.shortsFrom(next);
        length = Math.min(target.remaining(), count - done);
        FloatRows.encode(dataType, source, from + done, target, length);
      }
    }
  }

  /** Copies INT32 elements, or the bits of UINT32 elements, into an array. */
  public void read(long index, int[] target, int from, int count) {
    requireInteger(Integer.BYTES, "int[]");
    long at = at(index, count);
    Objects.checkFromIndexSize(from, count, target.length);
    for (int done = 0, length; done < count; done += length) {
      IntBuffer source = memory.intsFrom(at + ((long) done << elementShift));
      length = Math.min(source.remaining(), count - done);
      source.get(target, from + done, length);
    }
  }

  /** Copies array elements into INT32 elements, or into the bits of UINT32 elements. */
  public void write(long index, int[] source, int from, int count) {
    requireInteger(Integer.BYTES, "int[]");
    long at = writableAt(index, count);
    Objects.checkFromIndexSize(from, count, source.length);
    for (int done = 0, length; done < count; done += length) {
      IntBuffer target = memory.intsFrom(at + ((long) done << elementShift));
      length = Math.min(target.remaining(), count - done);
      target.put(source, from + done, length);
    }
  }

  /** Copies INT64 elements, or the bits of UINT64 elements, into an array. */
  public void read(long index, long[] target, int from, int count) {
    requireInteger(Long.BYTES, "long[]");
    long at = at(index, count);
    Objects.checkFromIndexSize(from, count, target.length);
    for (int done = 0, length; done < count; done += length) {
      LongBuffer source = memory.longsFrom(at + ((long) done << elementShift));
      length = Math.min(source.remaining(), count - done);
      source.get(target, from + done, length);
    }
  }

  /** Copies array elements into INT64 elements, or into the bits of UINT64 elements. */
  public void write(long index, long[] source, int from, int count) {
    requireInteger(Long.BYTES, "long[]");
    long at = writableAt(index, count);
    Objects.checkFromIndexSize(from, count, source.length);
    for (int done = 0, length; done < count; done += length) {
      LongBuffer target = memory.longsFrom(at + ((long) done << elementShift));
      length = Math.min(target.remaining(), count - done);
      target.put(source, from + done, length);
    }
  }

  /**
   * Copies bytes of any element type out of the tensor until {@code target} is full.
   *
   * @param offset first byte; over a primitive array a multiple of the element size, as is the
   *     length
   */
  public void readBytes(long offset, ByteBuffer target) {
    Objects.checkFromIndexSize(offset, (long) target.remaining(), byteCount);
    requireWholeElements(offset, target.remaining());
    memory.read(offsetBytes + offset, target);
  }

  /**
   * Copies all remaining bytes of {@code source} into the tensor.
   *
   * @param offset first byte; over a primitive array a multiple of the element size, as is the
   *     length
   */
  public void writeBytes(long offset, ByteBuffer source) {
    requireWritable();
    Objects.checkFromIndexSize(offset, (long) source.remaining(), byteCount);
    requireWholeElements(offset, source.remaining());
    memory.write(offsetBytes + offset, source);
  }

  /** Sets every element to the low bits of a value. */
  public void fillBits(long bits) {
    requireWritable();
    for (long index = 0, end = shape.elementCount(); index < end; index++) {
      setBitsAt(offsetBytes + (index << elementShift), bits);
    }
  }

  private long bitsAt(long at) {
    return switch (elementShift) {
      case 0 -> memory.getByte(at) & 0xFFL;
      case 1 -> memory.getShort(at) & 0xFFFFL;
      case 2 -> memory.getInt(at) & 0xFFFF_FFFFL;
      default -> memory.getLong(at);
    };
  }

  private void setBitsAt(long at, long bits) {
    switch (elementShift) {
      case 0 -> memory.putByte(at, (byte) bits);
      case 1 -> memory.putShort(at, (short) bits);
      case 2 -> memory.putInt(at, (int) bits);
      default -> memory.putLong(at, bits);
    }
  }

  private long at(long index) {
    return offsetBytes + (Objects.checkIndex(index, shape.elementCount()) << elementShift);
  }

  private long at(long index, int count) {
    return offsetBytes
        + (Objects.checkFromIndexSize(index, (long) count, shape.elementCount()) << elementShift);
  }

  private long writableAt(long index) {
    requireWritable();
    return at(index);
  }

  private long writableAt(long index, int count) {
    requireWritable();
    return at(index, count);
  }

  private void requireWritable() {
    if (!memory.isWritable()) {
      throw rejected(
          "this tensor cannot be written: its memory is " + memory.description(),
          "use writable memory");
    }
  }

  private void requireInteger(int width, String array) {
    if (!dataType.isInteger() || dataType.byteSize() != width) {
      throw wrongAccessor(array);
    }
  }

  private void requireWholeElements(long offset, long length) {
    int size = dataType.byteSize();
    if (memory instanceof HeapMemory && (offset % size != 0 || length % size != 0)) {
      throw rejected(
          "bytes " + offset + ".." + (offset + length) + " cut a " + dataType + " element in two",
          "use multiples of " + size);
    }
  }

  private RejectedCallException wrongAccessor(String accessor) {
    String instead =
        dataType.isFloatingPoint()
            ? "the float accessors"
            : dataType.isInteger()
                ? "the int accessors up to 32 bits, the long accessors for any integer"
                : "getBits, setBits, readBytes or writeBytes";
    return rejected(
        "an " + dataType + " element is not read or written as " + accessor, "use " + instead);
  }

  private static RejectedCallException rejected(String problem, String remedy) {
    return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
  }

  /** Returns the element type, shape and memory, without the elements. */
  @Override
  public String toString() {
    return dataType + " " + shape + " in " + memory.description();
  }
}
