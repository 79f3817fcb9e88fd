package dev.sluice.tensor;

import java.nio.ShortBuffer;

/** Converts rows of 16-bit floats; one loop per type, so that the compiler can vectorise it. */
final class FloatRows {

  /**
   * Elements converted at a time; short enough that the scratch row stays in the first-level cache.
   */
  private static final int CHUNK = 1024;

  private FloatRows() {}

  static void decode(DataType type, ShortBuffer source, float[] target, int from, int count) {
    short[] bits = new short[Math.min(count, CHUNK)];
    for (int done = 0; done < count; done += bits.length) {
      int length = Math.min(bits.length, count - done);
      source.get(bits, 0, length);
      if (type == DataType.BFLOAT16) {
        for (int i = 0; i < length; i++) {
          target[from + done + i] = BFloat16.toFloat(bits[i]);
        }
      } else {
        for (int i = 0; i < length; i++) {
          target[from + done + i] = Float16.toFloat(bits[i]);
        }
      }
    }
  }

  static void encode(DataType type, float[] source, int from, ShortBuffer target, int count) {
    short[] bits = new short[Math.min(count, CHUNK)];
    for (int done = 0; done < count; done += bits.length) {
      int length = Math.min(bits.length, count - done);
      if (type == DataType.BFLOAT16) {
        for (int i = 0; i < length; i++) {
          bits[i] = BFloat16.fromFloat(source[from + done + i]);
        }
      } else {
        for (int i = 0; i < length; i++) {
          bits[i] = Float16.fromFloat(source[from + done + i]);
        }
      }
      target.put(bits, 0, length);
    }
  }
}
