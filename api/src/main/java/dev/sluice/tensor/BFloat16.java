package dev.sluice.tensor;

/** Converts between {@code float} and bfloat16 bits, the upper half of an IEEE binary32. */
public final class BFloat16 {

  private BFloat16() {}

  /** Returns the value of bfloat16 bits; exact for every input. */
  public static float toFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Returns the nearest bfloat16, ties to even; every NaN becomes a quiet NaN. */
  public static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    int roundUp = 0x7FFF + ((bits >>> 16) & 1);
    return (short) ((bits + roundUp) >>> 16);
  }
}
