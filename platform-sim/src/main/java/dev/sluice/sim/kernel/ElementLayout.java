package dev.sluice.sim.kernel;

import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.Shape;

/**
 * Where the elements of an argument stand, by flat row-major index; counted from the first element,
 * in elements. Immutable.
 */
final class ElementLayout {

  private final Shape shape;
  private final long[] strides;
  private final boolean contiguous;

  ElementLayout(LaunchArgument argument) {
    this.shape = argument.shape();
    this.contiguous = argument.isContiguous();
    this.strides = new long[shape.rank()];
    for (int i = 0; i < strides.length; i++) {
      strides[i] = argument.stride(i);
    }
  }

  /** Returns the elements from the first to the last, gaps included. */
  static long extent(LaunchArgument argument) {
    Shape shape = argument.shape();
    if (shape.elementCount() == 0 || argument.isContiguous()) {
      return shape.elementCount();
    }
    long last = 0;
    for (int i = 0; i < shape.rank(); i++) {
      last += (shape.dimension(i) - 1) * argument.stride(i);
    }
    return last + 1;
  }

  long place(long index) {
    if (contiguous) {
      return index;
    }
    long place = 0;
    long rest = index;
    for (int i = strides.length - 1; i >= 0; i--) {
      place += rest % shape.dimension(i) * strides[i];
      rest /= shape.dimension(i);
    }
    return place;
  }

  /** Returns how many elements from an index on stand side by side, at most {@code count}. */
  int run(long index, int count) {
    if (contiguous || count == 0) {
      return count;
    }
    if (strides[strides.length - 1] != 1) {
      return Math.min(1, count);
    }
    return (int) Math.min(count, shape.rowLength() - index % shape.rowLength());
  }
}
