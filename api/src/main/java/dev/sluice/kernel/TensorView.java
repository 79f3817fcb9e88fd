package dev.sluice.kernel;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.util.Objects;

/**
 * A kernel's access to one tensor argument, by flat row-major element index; {@link Shape#index}
 * turns coordinates into one. Valid until the kernel returns.
 *
 * <p>The device enforces what the call declared: writing an argument that is only read, and reading
 * an element of an argument that is only written before the kernel wrote it, fail the launch. So
 * does an index outside the tensor; all of these even if the kernel catches what is thrown. An
 * accessor that does not fit the element type throws.
 *
 * <p>Usable from several threads that write disjoint elements.
 */
public interface TensorView {

  /** Returns the element type. */
  DataType dataType();

  /** Returns the extents in elements. */
  Shape shape();

  /** Returns the number of elements. */
  default long elementCount() {
    return shape().elementCount();
  }

  /** Returns the bytes of all elements. */
  default long byteCount() {
    return shape().byteCount(dataType());
  }

  /** Returns whether the kernel may read the contents from before the launch. */
  boolean isReadable();

  /** Returns whether the kernel may write. */
  boolean isWritable();

  /** Returns a FLOAT32, FLOAT16 or BFLOAT16 element. */
  float getFloat(long index);

  /** Sets a FLOAT32, FLOAT16 or BFLOAT16 element to the nearest value of its type. */
  void setFloat(long index, float value);

  /** Returns an integer element of at most 32 bits; UINT32 as its bits. */
  int getInt(long index);

  /** Sets an integer element of at most 32 bits to the low bits of a value. */
  void setInt(long index, int value);

  /** Returns an integer element, sign- or zero-extended; UINT64 as its bits. */
  long getLong(long index);

  /** Sets an integer element to the low bits of a value. */
  void setLong(long index, long value);

  /** Returns the bits of an element of any type, zero-extended. */
  long getBits(long index);

  /** Sets an element of any type to the low bits of a value. */
  void setBits(long index, long bits);

  /**
   * Copies FLOAT32, FLOAT16 or BFLOAT16 elements into an array.
   *
   * @param index first element
   * @param from first place in {@code target}
   * @param count number of elements
   */
  void read(long index, float[] target, int from, int count);

  /**
   * Copies array elements into FLOAT32, FLOAT16 or BFLOAT16 elements, each to the nearest value.
   *
   * @param index first element
   * @param from first place in {@code source}
   * @param count number of elements
   */
  void write(long index, float[] source, int from, int count);

  /** Copies INT32 elements, or the bits of UINT32 elements, into an array. */
  void read(long index, int[] target, int from, int count);

  /** Copies array elements into INT32 elements, or into the bits of UINT32 elements. */
  void write(long index, int[] source, int from, int count);

  /** Copies INT64 elements, or the bits of UINT64 elements, into an array. */
  void read(long index, long[] target, int from, int count);

  /** Copies array elements into INT64 elements, or into the bits of UINT64 elements. */
  void write(long index, long[] source, int from, int count);

  /**
   * Copies one row, the elements of the innermost dimension, into the start of an array.
   *
   * @param row from 0, counted over all outer dimensions together
   * @param target at least {@link Shape#rowLength()} long
   */
  default void readRow(long row, float[] target) {
    int length = Math.toIntExact(shape().rowLength());
    read(firstOfRow(row, length), target, 0, length);
  }

  /**
   * Copies the start of an array over one row, the elements of the innermost dimension.
   *
   * @param row from 0, counted over all outer dimensions together
   * @param source at least {@link Shape#rowLength()} long
   */
  default void writeRow(long row, float[] source) {
    int length = Math.toIntExact(shape().rowLength());
    write(firstOfRow(row, length), source, 0, length);
  }

  private long firstOfRow(long row, int length) {
    return Objects.checkIndex(row, length == 0 ? 0 : elementCount() / length) * length;
  }
}
