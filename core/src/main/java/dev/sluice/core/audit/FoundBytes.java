package dev.sluice.core.audit;

import dev.sluice.AuditReport;
import dev.sluice.tensor.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of a tensor that were found in ascending order: how many, and the first ranges of them. Not
 * thread-safe.
 */
final class FoundBytes {

  private final List<ByteRange> ranges = new ArrayList<>();
  private long count;
  private long lastEnd;

  void add(long offset, int length) {
    int last = ranges.size() - 1;
    if (count > 0 && offset == lastEnd) {
      if (ranges.get(last).end() == offset) { // not so where the list is full
        long start = ranges.get(last).offset();
        ranges.set(last, new ByteRange(start, offset + length - start));
      }
    } else if (ranges.size() < AuditReport.MAX_RANGES) {
      ranges.add(new ByteRange(offset, length));
    }
    count += length;
    lastEnd = offset + length;
  }

  boolean isEmpty() {
    return count == 0;
  }

  long count() {
    return count;
  }

  List<ByteRange> ranges() {
    return ranges;
  }
}
