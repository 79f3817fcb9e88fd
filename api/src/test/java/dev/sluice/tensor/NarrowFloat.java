package dev.sluice.tensor;

/**
 * A 16-bit float format, defined by its value alone: the independent yardstick of the conversions.
 *
 * @param exponentBits bits of the exponent; the rest, less the sign, are mantissa
 */
record NarrowFloat(int exponentBits) {

  static final NarrowFloat BINARY16 = new NarrowFloat(5);
  static final NarrowFloat BFLOAT16 = new NarrowFloat(8);

  private int mantissaBits() {
    return 15 - exponentBits;
  }

  private int maxExponent() {
    return (1 << exponentBits) - 1;
  }

  /** Returns the value by the formula of IEEE 754, in double, where it is exact. */
  double value(int bits) {
    int exponent = bits >> mantissaBits() & maxExponent();
    int mantissa = bits & (1 << mantissaBits()) - 1;
    double sign = (bits & 0x8000) == 0 ? 1 : -1;
    if (exponent == maxExponent()) {
      return mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
    }
    int bias = maxExponent() >> 1;
    double fraction = mantissa * Math.pow(2, -mantissaBits());
    return exponent == 0
        ? sign * fraction * Math.pow(2, 1 - bias)
        : sign * (1 + fraction) * Math.pow(2, exponent - bias);
  }

  /**
   * Returns the bits nearest to a number, ties to the even bits, by comparing distances. Infinity
   * stands at twice the greatest power of two, as IEEE 754 has it for rounding.
   */
  int nearest(float number) {
    int sign = Float.floatToRawIntBits(number) < 0 ? 0x8000 : 0;
    double magnitude = Math.abs((double) number);
    int low = 0;
    int high = maxExponent() << mantissaBits();
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (value(middle) <= magnitude) {
        low = middle;
      } else {
        high = middle;
      }
    }
    if (Double.isInfinite(magnitude)) {
      return sign | high;
    }
    double below = magnitude - value(low);
    double above = finite(high) - magnitude;
    boolean up = above < below || (above == below && (high & 1) == 0);
    return sign | (up ? high : low);
  }

  private double finite(int bits) {
    double value = value(bits);
    return Double.isInfinite(value) ? Math.pow(2, 1 + (maxExponent() >> 1)) : value;
  }
}
