package dev.sluice.core.memory;

import dev.sluice.tensor.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A set of bytes, kept as disjoint ranges that do not touch. Not thread-safe. */
public final class ByteRanges {

  /** End by start. */
  private final TreeMap<Long, Long> ends = new TreeMap<>();

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return ends.isEmpty();
  }

  /** Returns whether the set is one range, and no other byte. */
  public boolean is(ByteRange range) {
    Long end = ends.size() == 1 ? ends.get(range.offset()) : null;
    return end != null && end == range.end();
  }

  /** Returns the ranges in order. */
  public List<ByteRange> list() {
    if (ends.isEmpty()) {
      return List.of(); // asked of every managed argument of every run, and usually so
    }
    List<ByteRange> ranges = new ArrayList<>(ends.size());
    ends.forEach((start, end) -> ranges.add(new ByteRange(start, end - start)));
    return List.copyOf(ranges);
  }

  /** Empties the set. */
  public void clear() {
    ends.clear();
  }

  /** Adds the bytes of a range. */
  public void add(ByteRange range) {
    if (range.length() == 0) {
      return;
    }
    long start = range.offset();
    long end = range.end();
    Map.Entry<Long, Long> touching = ends.floorEntry(end);
    while (touching != null && touching.getValue() >= start) {
      start = Math.min(start, touching.getKey());
      end = Math.max(end, touching.getValue());
      ends.remove(touching.getKey());
      touching = ends.floorEntry(end);
    }
    ends.put(start, end);
  }

  /** Removes the bytes of a range. */
  public void remove(ByteRange range) {
    if (range.length() == 0) {
      return;
    }
    Map.Entry<Long, Long> overlapping = ends.lowerEntry(range.end());
    while (overlapping != null && overlapping.getValue() > range.offset()) {
      long start = overlapping.getKey();
      long end = overlapping.getValue();
      ends.remove(start);
      if (end > range.end()) {
        ends.put(range.end(), end);
      }
      if (start < range.offset()) {
        ends.put(start, range.offset());
      }
      overlapping = ends.lowerEntry(range.end());
    }
  }

  /** Returns the first bytes that the set and a range share. */
  public Optional<ByteRange> firstOverlap(ByteRange range) {
    if (range.length() == 0) {
      return Optional.empty();
    }
    Map.Entry<Long, Long> candidate = ends.floorEntry(range.offset());
    if (candidate == null || candidate.getValue() <= range.offset()) {
      candidate = ends.ceilingEntry(range.offset());
    }
    if (candidate == null || candidate.getKey() >= range.end()) {
      return Optional.empty();
    }
    long start = Math.max(candidate.getKey(), range.offset());
    return Optional.of(new ByteRange(start, Math.min(candidate.getValue(), range.end()) - start));
  }
}
