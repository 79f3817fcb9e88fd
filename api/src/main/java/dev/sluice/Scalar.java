package dev.sluice;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.Objects;

/**
 * One scalar argument. Immutable.
 *
 * @param type how the value was given
 * @param bits the value's bits in the low bytes, zero-extended
 */
public record Scalar(ScalarType type, long bits) {

  /**
   * Checks the parts.
   *
   * @throws RejectedCallException if the type has 32 bits and one above them is set
   */
  public Scalar {
    Objects.requireNonNull(type, "type");
    boolean narrow = type == ScalarType.INT32 || type == ScalarType.FLOAT32;
    if (narrow && bits >>> Integer.SIZE != 0) {
      throw new RejectedCallException(
          ErrorDetail.remedy("use Scalar.int32 or Scalar.float32, which zero-extend"),
          "the bits 0x%016x do not fit a scalar of type %s".formatted(bits, type));
    }
  }

  /** Returns a 32-bit integer. */
  public static Scalar int32(int value) {
    return new Scalar(ScalarType.INT32, value & 0xFFFF_FFFFL);
  }

  /** Returns a 64-bit integer. */
  public static Scalar int64(long value) {
    return new Scalar(ScalarType.INT64, value);
  }

  /** Returns a 32-bit float. */
  public static Scalar float32(float value) {
    return new Scalar(ScalarType.FLOAT32, Float.floatToRawIntBits(value) & 0xFFFF_FFFFL);
  }

  /** Returns a 64-bit float. */
  public static Scalar float64(double value) {
    return new Scalar(ScalarType.FLOAT64, Double.doubleToRawLongBits(value));
  }

  /** Returns 64 raw bits. */
  public static Scalar bits(long bits) {
    return new Scalar(ScalarType.BITS, bits);
  }
}
