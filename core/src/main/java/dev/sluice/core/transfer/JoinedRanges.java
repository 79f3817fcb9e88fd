package dev.sluice.core.transfer;

import dev.sluice.tensor.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Ranges to copy, with neighbours joined where the bytes between them cost less than another copy
 * and may be copied.
 *
 * @param ranges in order, disjoint
 * @param addedBytes the bytes between, which nobody asked for
 */
public record JoinedRanges(List<ByteRange> ranges, long addedBytes) {

  /**
   * Joins ranges.
   *
   * @param wanted in order, disjoint
   * @param barred bytes that must not be copied; in order, disjoint
   * @param bytesOfACopy the most bytes that are cheaper than another copy
   */
  static JoinedRanges of(List<ByteRange> wanted, List<ByteRange> barred, long bytesOfACopy) {
    if (wanted.size() < 2 || bytesOfACopy == 0) {
      return new JoinedRanges(wanted, 0);
    }
    List<ByteRange> joined = new ArrayList<>();
    long added = 0;
    int next = 0; // the first barred range that may lie behind the current one
    ByteRange current = wanted.get(0);
    for (ByteRange following : wanted.subList(1, wanted.size())) {
      ByteRange gap = new ByteRange(current.end(), following.offset() - current.end());
      while (next < barred.size() && barred.get(next).end() <= gap.offset()) {
        next++;
      }
      boolean free = next == barred.size() || !barred.get(next).overlaps(gap);
      if (free && gap.length() <= bytesOfACopy) {
        added += gap.length();
        current = new ByteRange(current.offset(), following.end() - current.offset());
      } else {
        joined.add(current);
        current = following;
      }
    }
    joined.add(current);
    return new JoinedRanges(List.copyOf(joined), added);
  }
}
