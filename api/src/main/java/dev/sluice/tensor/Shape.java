package dev.sluice.tensor;

import dev.sluice.error.RejectedCallException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The extents of a tensor, outermost dimension first: 1 to 5 dimensions, each zero or more
 * elements. Counts are 64-bit and checked for overflow. Immutable.
 */
public final class Shape {

  /** The most dimensions a tensor can have, as in the Ascend host runtime. */
  public static final int MAX_RANK = 5;

  private final long[] dimensions;
  private final long elementCount;

  private Shape(long[] dimensions) {
    this.dimensions = dimensions;
    this.elementCount = checkedProduct(dimensions);
  }

  /**
   * Returns a shape of these extents.
   *
   * @throws RejectedCallException if there are none or more than {@value #MAX_RANK}, if one is
   *     negative, or if their product does not fit 64 bits
   */
  public static Shape of(long... dimensions) {
    return new Shape(requireValid(dimensions.clone()));
  }

  private static long[] requireValid(long[] dimensions) {
    if (dimensions.length < 1 || dimensions.length > MAX_RANK) {
      throw Refusal.of(
          "a shape needs 1 to "
              + MAX_RANK
              + " dimensions, but "
              + dimensions.length
              + " were given",
          dimensions.length == 0 ? "use Shape.of(1) for a single value" : "merge outer dimensions");
    }
    for (long dimension : dimensions) {
      if (dimension < 0) {
        throw Refusal.of(
            "shape " + describe(dimensions) + " has the negative extent " + dimension,
            "give extents of zero or more");
      }
    }
    return dimensions;
  }

  private static long checkedProduct(long[] dimensions) {
    for (long dimension : dimensions) {
      if (dimension == 0) {
        return 0; // also where the other extents alone would overflow
      }
    }
    long product = 1;
    for (long dimension : dimensions) {
      if (Math.multiplyHigh(product, dimension) != 0 || product * dimension < 0) {
        throw Refusal.of(
            "the element count of shape " + describe(dimensions) + " does not fit 64 bits",
            "split the tensor");
      }
      product *= dimension;
    }
    return product;
  }

  /** Returns the number of dimensions, 1 to 5. */
  public int rank() {
    return dimensions.length;
  }

  /** Returns the extent of a dimension, in elements; dimension 0 is the outermost. */
  public long dimension(int index) {
    return dimensions[index];
  }

  /** Returns a new array of the extents. */
  public long[] dimensions() {
    return dimensions.clone();
  }

  /** Returns the product of the extents. */
  public long elementCount() {
    return elementCount;
  }

  /** Returns the extent of the innermost dimension: the elements of one row. */
  public long rowLength() {
    return dimensions[dimensions.length - 1];
  }

  /**
   * Returns the bytes that a contiguous tensor of this shape takes.
   *
   * @throws RejectedCallException if they do not fit 64 bits
   */
  public long byteCount(DataType type) {
    if (elementCount > Long.MAX_VALUE / type.byteSize()) {
      throw Refusal.of(
          "the byte count of shape " + this + " in " + type + " does not fit 64 bits",
          "split the tensor");
    }
    return elementCount * type.byteSize();
  }

  /**
   * Returns the row-major position of an element.
   *
   * @param coordinates one per dimension
   * @throws IndexOutOfBoundsException if there are too few or too many, or one is outside its
   *     extent
   */
  public long index(long... coordinates) {
    if (coordinates.length != dimensions.length) {
      throw new IndexOutOfBoundsException(
          "shape " + this + " takes " + rank() + " coordinates, not " + coordinates.length);
    }
    long index = 0;
    for (int i = 0; i < dimensions.length; i++) {
      if (coordinates[i] < 0 || coordinates[i] >= dimensions[i]) {
        throw new IndexOutOfBoundsException(
            "coordinate " + i + " is " + coordinates[i] + ", outside shape " + this);
      }
      index = index * dimensions[i] + coordinates[i];
    }
    return index;
  }

  private static String describe(long[] dimensions) {
    return Arrays.stream(dimensions)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && Arrays.equals(dimensions, shape.dimensions);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(dimensions);
  }

  @Override
  public String toString() {
    return describe(dimensions);
  }
}
