package dev.sluice.cli.workload;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a result with the values it should have, each within an absolute tolerance. NaN is as
 * expected where NaN is expected. Immutable.
 */
public final class ExpectedValues {

  private final HostTensor expected;
  private final double tolerance;

  /**
   * Makes a check.
   *
   * @param tolerance zero or more
   */
  public ExpectedValues(HostTensor expected, double tolerance) {
    this.expected = expected;
    this.tolerance = tolerance;
  }

  /** Returns why no result of a type and shape can be compared, or nothing where it can. */
  public Optional<String> incomparable(DataType type, Shape shape) {
    if (!expected.shape().equals(shape)) {
      return Optional.of("has shape " + expected.shape() + ", but the result will have " + shape);
    }
    boolean floats = expected.dataType().isFloatingPoint() && type.isFloatingPoint();
    return floats || expected.dataType() == type
        ? Optional.empty()
        : Optional.of("is " + expected.dataType() + ", but the result will be " + type);
  }

  /** Returns what is wrong with a comparable result, or nothing. */
  public Optional<String> mismatch(HostTensor result) {
    long elements = result.shape().elementCount();
    long wrong = 0;
    long first = -1;
    for (long i = 0; i < elements; i++) {
      if (!isNear(result, i)) {
        first = wrong++ == 0 ? i : first;
      }
    }
    return wrong == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%d of %d values differ by more than %s, the first at %s: %s instead of %s",
                wrong,
                elements,
                tolerance,
                coordinates(result.shape(), first),
                text(result, first),
                text(expected, first)));
  }

  private boolean isNear(HostTensor result, long index) {
    if (result.dataType().isFloatingPoint()) {
      float actual = result.getFloat(index);
      float wanted = expected.getFloat(index);
      return actual == wanted
          || Math.abs((double) actual - wanted) <= tolerance
          || (Float.isNaN(actual) && Float.isNaN(wanted));
    }
    if (result.getBits(index) == expected.getBits(index)) {
      return true;
    }
    // Neighbours among large integers are the same double.
    return tolerance > 0 && Math.abs(number(result, index) - number(expected, index)) <= tolerance;
  }

  /** Returns an integer, exactly up to 53 bits. */
  private static double number(HostTensor tensor, long index) {
    long value = tensor.getLong(index);
    boolean negative = value < 0 && tensor.dataType() == DataType.UINT64;
    return negative ? value + 0x1p64 : value;
  }

  private static String text(HostTensor tensor, long index) {
    if (tensor.dataType().isFloatingPoint()) {
      return Float.toString(tensor.getFloat(index));
    }
    return tensor.dataType() == DataType.UINT64
        ? Long.toUnsignedString(tensor.getLong(index))
        : Long.toString(tensor.getLong(index));
  }

  private static String coordinates(Shape shape, long index) {
    long[] coordinates = new long[shape.rank()];
    long rest = index;
    for (int i = coordinates.length - 1; i >= 0; i--) {
      coordinates[i] = rest % shape.dimension(i);
      rest /= shape.dimension(i);
    }
    return Arrays.toString(coordinates);
  }
}
