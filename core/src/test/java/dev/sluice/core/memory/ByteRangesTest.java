package dev.sluice.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tensor.ByteRange;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ByteRangesTest {

  private static final int SPACE = 40;

  record Step(boolean add, ByteRange range) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<ByteRange> ranges =
        Combinators.combine(
                Arbitraries.integers().between(0, SPACE - 1), Arbitraries.integers().between(0, 12))
            .as(ByteRange::new);
    return Combinators.combine(Arbitraries.of(true, false), ranges)
        .as(Step::new)
        .list()
        .ofMaxSize(30);
  }

  @Property
  void a_set_of_ranges_holds_the_same_bytes_as_a_set_of_bits(@ForAll("steps") List<Step> steps) {
    ByteRanges ranges = new ByteRanges();
    BitSet bits = new BitSet();
    for (Step step : steps) {
      int start = (int) step.range().offset();
      int end = (int) step.range().end();
      if (step.add()) {
        ranges.add(step.range());
        bits.set(start, end);
      } else {
        ranges.remove(step.range());
        bits.clear(start, end);
      }
    }

    assertThat(ranges.isEmpty()).isEqualTo(bits.isEmpty());
    List<ByteRange> held = ranges.list();
    for (ByteRange range : held) {
      assertThat(ranges.is(range)).isEqualTo(held.size() == 1);
      assertThat(ranges.is(new ByteRange(range.offset(), range.length() + 1))).isFalse();
    }
    for (int offset = 0; offset < SPACE; offset++) {
      for (int length : new int[] {0, 1, 5, SPACE}) {
        int first = bits.nextSetBit(offset);
        boolean overlaps = first >= 0 && first < offset + length;
        var found = ranges.firstOverlap(new ByteRange(offset, length));
        assertThat(found.isPresent()).isEqualTo(overlaps);
        if (overlaps) {
          int end = Math.min(bits.nextClearBit(first), offset + length);
          assertThat(found).contains(new ByteRange(first, end - first));
        }
      }
    }
  }
}
