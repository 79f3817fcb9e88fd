package dev.sluice.core.audit;

/** What an argument holds when a run of the audit starts. */
enum Contents {
  /** The caller's bytes; in an argument that is only written, a pattern. */
  USUAL,
  /** Bytes of which each differs from the usual one. */
  OTHER;

  /**
   * Returns a byte of the pattern. Every element type takes the pattern, and its complement, for
   * ordinary numbers: no NaN, which arithmetic would hand on unchanged, and no denormal, which it
   * would lose. Neighbours differ, so that bytes that were moved are not taken for unwritten ones.
   */
  static byte pattern(long offset) {
    return (byte) (0x3C + ((offset * 0x9E3779B97F4A7C15L) >>> 62));
  }

  /** Turns the usual bytes of a chunk into those to start with. */
  void apply(long offset, byte[] bytes, int length) {
    if (this == USUAL) {
      return;
    }
    for (int i = 0; i < length; i++) {
      byte pattern = pattern(offset + i);
      bytes[i] = pattern == bytes[i] ? (byte) ~pattern : pattern;
    }
  }
}
