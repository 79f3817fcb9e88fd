package dev.sluice.sim.check;

import dev.sluice.tensor.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ranges of bytes that are found in ascending order: counted all, kept the first. Neighbours become
 * one. Not thread-safe.
 */
public final class Ranges {

  private final List<ByteRange> first = new ArrayList<>();
  private long byteCount;
  private long rangeCount;
  private long end = -1;

  /** Makes an empty row. */
  public Ranges() {}

  /** Adds a range that starts at or behind the end of the last one. */
  public void add(long offset, long length) {
    if (length == 0) {
      return;
    }
    boolean joins = offset == end;
    if (!joins) {
      rangeCount++;
      if (first.size() < Finding.MOST_RANGES) {
        first.add(new ByteRange(offset, length));
      }
    } else if (rangeCount == first.size()) {
      ByteRange last = first.remove(first.size() - 1);
      first.add(new ByteRange(last.offset(), last.length() + length));
    }
    byteCount += length;
    end = offset + length;
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return rangeCount == 0;
  }

  /** Returns the first ranges, how many more there are, and the bytes of all. */
  @Override
  public String toString() {
    return describe(first, rangeCount, byteCount);
  }

  static String describe(List<ByteRange> first, long rangeCount, long byteCount) {
    String places =
        first.stream()
            .map(range -> range.offset() + ".." + range.end())
            .collect(Collectors.joining(", "));
    String more =
        rangeCount == first.size() ? "" : " and " + (rangeCount - first.size()) + " further ranges";
    return "bytes " + places + more + (byteCount == 1 ? " (1 byte)" : " (" + byteCount + " bytes)");
  }

  long byteCount() {
    return byteCount;
  }

  long rangeCount() {
    return rangeCount;
  }

  List<ByteRange> first() {
    return first;
  }
}
