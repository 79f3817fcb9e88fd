package dev.sluice.core.audit;

import dev.sluice.tensor.DataType;
import java.util.List;

/** What an argument holds when a run of the audit starts. */
enum Contents {
  /** The caller's bytes; in an argument that is only written, a pattern. */
  USUAL,
  /** Ordinary numbers of which each byte differs from the usual one. */
  OTHER,
  /** Numbers above those in use: a minimum hides others, a maximum shows these. */
  LARGE,
  /** Numbers below those in use: the reverse. */
  SMALL,
  /** No numbers at all, which come through a multiplication by zero. */
  NAN;

  private static final List<Contents> OF_INTEGERS = List.of(OTHER, LARGE, SMALL);
  private static final List<Contents> OF_OTHERS = List.of(OTHER, LARGE, SMALL, NAN);

  /** Returns what to try beside the usual, what tells most first. */
  static List<Contents> toTry(DataType type) {
    return type.isInteger() ? OF_INTEGERS : OF_OTHERS;
  }

  /**
   * Returns a byte of the pattern. Every element type takes the pattern, and its complement, for
   * ordinary numbers: no NaN, which arithmetic would hand on unchanged, and no denormal, which it
   * would lose.
   */
  static byte pattern(long offset) {
    return patternFrom(0x3C, offset);
  }

  /** Neighbours differ, so that bytes that were moved are not taken for unwritten ones. */
  private static byte patternFrom(int first, long offset) {
    return (byte) (first + ((offset * 0x9E3779B97F4A7C15L) >>> 62));
  }

  /** Turns the usual bytes of a chunk into those to start with. */
  void apply(DataType type, long offset, byte[] bytes, int length) {
    if (this == USUAL) {
      return;
    }
    for (int i = 0; i < length; i++) {
      byte usual = bytes[i];
      byte wanted = at(type, offset + i);
      bytes[i] = wanted != usual ? wanted : nextTo(usual);
    }
  }

  private byte at(DataType type, long offset) {
    return switch (this) {
      case USUAL, OTHER -> pattern(offset);
      // The bytes are alike, so the order of them in an element does not matter.
      case LARGE -> patternFrom(type.isUnsigned() ? 0xFC : 0x78, offset);
      case SMALL -> patternFrom(type.isUnsigned() ? 0x00 : type.isInteger() ? 0x80 : 0xF8, offset);
      case NAN -> (byte) 0xFF;
    };
  }

  private byte nextTo(byte usual) {
    return this == OTHER ? (byte) ~usual : (byte) (usual ^ 1);
  }
}
