package dev.sluice.sim.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which elements of a tensor a kernel has written: one bit each, in pages that are made when first
 * touched. A row is marked and found as a range of words, so that it costs next to nothing beside
 * the copy of its elements. Threads may mark at the same time; what one has marked, another finds
 * if it knows of it in any way that the memory model has.
 */
final class WrittenElements {

  private static final int PAGE_SHIFT = 16;
  private static final int PAGE_ELEMENTS = 1 << PAGE_SHIFT;
  private static final int WORD_SHIFT = 6;
  private static final long ALL = -1L;
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Pages to compare others with, of which nothing and everything is written. Never changed. */
  private static final long[] NOTHING = new long[PAGE_ELEMENTS >>> WORD_SHIFT];

  private static final long[] EVERYTHING = filled();

  private final AtomicReferenceArray<long @Nullable []> pages;

  WrittenElements(long elementCount) {
    this.pages =
        new AtomicReferenceArray<>(
            Math.toIntExact((elementCount + PAGE_ELEMENTS - 1) >>> PAGE_SHIFT));
  }

  private static long[] filled() {
    long[] words = new long[PAGE_ELEMENTS >>> WORD_SHIFT];
    Arrays.fill(words, ALL);
    return words;
  }

  void mark(long first, long count) {
    for (long at = first, end = first + count; at < end; ) {
      int from = inPage(at);
      int to = (int) Math.min(PAGE_ELEMENTS, from + end - at);
      mark(page((int) (at >>> PAGE_SHIFT)), from, to);
      at += to - from;
    }
  }

  private static void mark(long[] page, int from, int to) {
    int word = from >>> WORD_SHIFT;
    int last = (to - 1) >>> WORD_SHIFT;
    if (word == last) {
      add(page, word, fromBit(from) & upToBit(to));
    } else {
      add(page, word, fromBit(from));
      // Whole words need no compare-and-set: nobody ever takes a bit away.
      Arrays.fill(page, word + 1, last, ALL);
      add(page, last, upToBit(to));
    }
  }

  private static void add(long[] page, int word, long bits) {
    if ((page[word] & bits) != bits) {
      WORDS.getAndBitwiseOr(page, word, bits);
    }
  }

  /** Returns the first element of a range that was not written, or -1. */
  long firstUnwritten(long first, long count) {
    return firstUnlike(EVERYTHING, first, count);
  }

  /** Returns the first element of a range that was written, or -1. */
  long firstWritten(long first, long count) {
    return firstUnlike(NOTHING, first, count);
  }

  private long firstUnlike(long[] like, long first, long count) {
    for (long at = first, end = first + count; at < end; ) {
      int from = inPage(at);
      int to = (int) Math.min(PAGE_ELEMENTS, from + end - at);
      long[] page = pages.get((int) (at >>> PAGE_SHIFT));
      int found = firstUnlike(like, page == null ? NOTHING : page, from, to);
      if (found >= 0) {
        return at - from + found;
      }
      at += to - from;
    }
    return -1;
  }

  private static int firstUnlike(long[] like, long[] page, int from, int to) {
    int word = from >>> WORD_SHIFT;
    int last = (to - 1) >>> WORD_SHIFT;
    long bits = (page[word] ^ like[word]) & fromBit(from);
    if (bits == 0 && word < last) {
      int whole = Arrays.mismatch(page, word + 1, last, like, word + 1, last);
      word = whole < 0 ? last : word + 1 + whole;
      bits = page[word] ^ like[word];
    }
    if (word == last) {
      bits &= upToBit(to);
    }
    return bits == 0 ? -1 : (word << WORD_SHIFT) + Long.numberOfTrailingZeros(bits);
  }

  /** Returns the bits of an element and those behind it in its word. */
  private static long fromBit(int element) {
    return ALL << element;
  }

  /** Returns the bits before an element in its word, or the whole word before a boundary. */
  private static long upToBit(int element) {
    return ALL >>> -element;
  }

  private static int inPage(long element) {
    return (int) (element & (PAGE_ELEMENTS - 1));
  }

  private long[] page(int index) {
    long[] page = pages.get(index);
    if (page == null) {
      long[] made = new long[PAGE_ELEMENTS >>> WORD_SHIFT];
      page = pages.compareAndSet(index, null, made) ? made : pages.get(index);
    }
    return page;
  }
}
