package dev.sluice.sim.kernel;

import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.Shape;

/**
 * Where the elements of an argument stand, by flat row-major index; counted from the first element,
 * in elements. Immutable.
 */
final class ElementLayout {

  private final LaunchArgument argument;
  private final Shape shape;

  ElementLayout(LaunchArgument argument) {
    this.argument = argument;
    this.shape = argument.shape();
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
    if (argument.isContiguous()) {
      return index;
    }
    long place = 0;
    long rest = index;
    for (int i = shape.rank() - 1; i >= 0; i--) {
      place += rest % shape.dimension(i) * argument.stride(i);
      rest /= shape.dimension(i);
    }
    return place;
  }

  /** Returns how many elements from an index on stand side by side, at most {@code count}. */
  int run(long index, int count) {
    if (argument.isContiguous() || count == 0) {
      return count;
    }
    if (argument.stride(shape.rank() - 1) != 1) {
      return Math.min(1, count);
    }
    return (int) Math.min(count, shape.rowLength() - index % shape.rowLength());
  }
}
