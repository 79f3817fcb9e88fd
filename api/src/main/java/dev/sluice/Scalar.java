package dev.sluice;

/**
 * One scalar argument. Immutable.
 *
 * @param type how the value was given
 * @param bits the value's bits in the low bytes, zero-extended
 */
public record Scalar(ScalarType type, long bits) {

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
