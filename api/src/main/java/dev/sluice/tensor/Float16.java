package dev.sluice.tensor;

/** Converts between {@code float} and IEEE binary16 bits. */
public final class Float16 {

  private static final int FLOAT_MANTISSA_BITS = 23;
  private static final int HALF_MANTISSA_BITS = 10;
  private static final int DROPPED_BITS = FLOAT_MANTISSA_BITS - HALF_MANTISSA_BITS;
  private static final int FLOAT_BIAS = 127;
  private static final int HALF_BIAS = 15;
  private static final int HALF_INFINITY = 0x7C00;
  private static final float SUBNORMAL_UNIT = 0x1p-24f;

  private Float16() {}

  /**
   * Returns the value of binary16 bits; exact for every input. A NaN keeps its payload and is
   * quiet.
   */
  public static float toFloat(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = (bits >>> HALF_MANTISSA_BITS) & 0x1F;
    int mantissa = bits & 0x3FF;
    if (exponent == 0x1F) {
      int quiet = mantissa == 0 ? 0 : 0x400000;
      return Float.intBitsToFloat(sign | 0x7F800000 | quiet | (mantissa << DROPPED_BITS));
    }
    if (exponent == 0) {
      float magnitude = mantissa * SUBNORMAL_UNIT;
      return sign == 0 ? magnitude : -magnitude;
    }
    return Float.intBitsToFloat(
        sign
            | ((exponent - HALF_BIAS + FLOAT_BIAS) << FLOAT_MANTISSA_BITS)
            | (mantissa << DROPPED_BITS));
  }

  /**
   * Returns the nearest binary16, ties to even. Values too large become infinity; every NaN becomes
   * a quiet NaN with the upper bits of its payload.
   */
  public static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    if (Float.isNaN(value)) {
      return (short) (sign | HALF_INFINITY | 0x200 | ((bits >>> DROPPED_BITS) & 0x3FF));
    }
    float magnitude = Math.abs(value);
    if (magnitude < 0x1p-14f) {
      // A subnormal counts units of 2^-24; rint rounds ties to even, and a carry gives the least
      // normal.
      return (short) (sign | (int) Math.rint((double) magnitude / SUBNORMAL_UNIT));
    }
    if (magnitude >= 65520f) { // halfway between the largest binary16 and the next power of two
      return (short) (sign | HALF_INFINITY);
    }
    int rebiased = (bits & 0x7FFFFFFF) - ((FLOAT_BIAS - HALF_BIAS) << FLOAT_MANTISSA_BITS);
    int roundUp = (1 << (DROPPED_BITS - 1)) - 1 + ((rebiased >>> DROPPED_BITS) & 1);
    return (short) (sign | ((rebiased + roundUp) >>> DROPPED_BITS));
  }
}
