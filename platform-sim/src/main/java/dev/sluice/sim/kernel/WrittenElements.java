package dev.sluice.sim.kernel;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which elements of a tensor a kernel has written: one bit each, in pages that are made when first
 * touched. Thread-safe.
 */
final class WrittenElements {

  private static final int PAGE_SHIFT = 16;
  private static final int PAGE_ELEMENTS = 1 << PAGE_SHIFT;
  private static final long ALL = -1L;

  private final AtomicReferenceArray<@Nullable AtomicLongArray> pages;

  WrittenElements(long elementCount) {
    this.pages =
        new AtomicReferenceArray<>(
            Math.toIntExact((elementCount + PAGE_ELEMENTS - 1) >>> PAGE_SHIFT));
  }

  void mark(long first, long count) {
    for (long done = 0; done < count; ) {
      long at = first + done;
      long mask = mask(at, count - done);
      AtomicLongArray page = page(at);
      int word = word(at);
      if (mask == ALL) {
        page.setOpaque(word, ALL); // whole words, as rows have them, need no compare-and-set
      } else if ((page.getPlain(word) & mask) != mask) {
        page.accumulateAndGet(word, mask, (before, added) -> before | added);
      }
      done += Long.bitCount(mask);
    }
  }

  /** Returns the first element of a range that was not written, or -1. */
  long firstUnwritten(long first, long count) {
    return first(first, count, ALL);
  }

  /** Returns the first element of a range that was written, or -1. */
  long firstWritten(long first, long count) {
    return first(first, count, 0);
  }

  /** Returns the first element whose bit is not as in {@code other}, or -1. */
  private long first(long first, long count, long other) {
    for (long done = 0; done < count; ) {
      long at = first + done;
      long mask = mask(at, count - done);
      AtomicLongArray page = pages.get((int) (at >>> PAGE_SHIFT));
      long differing = mask & ((page == null ? 0 : page.get(word(at))) ^ other);
      if (differing != 0) {
        return (at & -Long.SIZE) + Long.numberOfTrailingZeros(differing);
      }
      done += Long.bitCount(mask);
    }
    return -1;
  }

  /** Returns the bits of a range's elements that share a word with its first. */
  private static long mask(long first, long count) {
    int bit = (int) (first & (Long.SIZE - 1));
    int bits = (int) Math.min(Long.SIZE - bit, count);
    return (bits == Long.SIZE ? ALL : (1L << bits) - 1) << bit;
  }

  private static int word(long element) {
    return (int) (element & (PAGE_ELEMENTS - 1)) / Long.SIZE;
  }

  private AtomicLongArray page(long element) {
    int index = (int) (element >>> PAGE_SHIFT);
    AtomicLongArray page = pages.get(index);
    if (page == null) {
      AtomicLongArray made = new AtomicLongArray(PAGE_ELEMENTS / Long.SIZE);
      page = pages.compareAndSet(index, null, made) ? made : pages.get(index);
    }
    return page;
  }
}
