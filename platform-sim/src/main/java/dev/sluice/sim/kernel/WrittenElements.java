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
      int bit = (int) (at & (Long.SIZE - 1));
      int bits = (int) Math.min(Long.SIZE - bit, count - done);
      long mask = (bits == Long.SIZE ? ALL : (1L << bits) - 1) << bit;
      AtomicLongArray page = page(at);
      int word = word(at);
      if ((page.getPlain(word) & mask) != mask) {
        page.accumulateAndGet(word, mask, (before, added) -> before | added);
      }
      done += bits;
    }
  }

  /** Returns the first element of a range that was not written, or -1. */
  long firstUnwritten(long first, long count) {
    for (long done = 0; done < count; ) {
      long at = first + done;
      int bit = (int) (at & (Long.SIZE - 1));
      int bits = (int) Math.min(Long.SIZE - bit, count - done);
      long mask = (bits == Long.SIZE ? ALL : (1L << bits) - 1) << bit;
      AtomicLongArray page = pages.get((int) (at >>> PAGE_SHIFT));
      long missing = mask & ~(page == null ? 0 : page.get(word(at)));
      if (missing != 0) {
        return at - bit + Long.numberOfTrailingZeros(missing);
      }
      done += bits;
    }
    return -1;
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
