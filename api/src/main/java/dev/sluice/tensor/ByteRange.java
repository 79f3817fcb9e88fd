package dev.sluice.tensor;

import dev.sluice.error.RejectedCallException;
import java.util.List;

/**
 * A half-open range of bytes, {@code offset} up to but not including {@code offset + length}.
 *
 * @param offset first byte, zero or more
 * @param length number of bytes, zero or more
 */
public record ByteRange(long offset, long length) {

  /**
   * Checks the parts.
   *
   * @throws RejectedCallException if one is negative or their sum does not fit 64 bits
   */
  public ByteRange {
    if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
      throw Refusal.of(
          "no byte range has offset " + offset + " and length " + length,
          "give an offset and a length of zero or more, with a sum below 2^63");
    }
  }

  /** Returns the first byte behind the range. */
  public long end() {
    return offset + length;
  }

  /** Returns the bytes of ranges that have none in common. */
  public static long total(List<ByteRange> ranges) {
    long bytes = 0;
    for (ByteRange range : ranges) { // a loop, because every run asks it of every argument
      bytes += range.length;
    }
    return bytes;
  }

  /** Returns whether the two have bytes in common. */
  public boolean overlaps(ByteRange other) {
    return length > 0 && other.length > 0 && offset < other.end() && other.offset < end();
  }

  @Override
  public String toString() {
    return "bytes " + offset + ".." + end();
  }
}
