package dev.sluice.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class WrittenElementsTest {

  private static final int ELEMENTS = 200_000;

  record Range(int first, int count) {}

  @Provide
  Arbitrary<List<Range>> ranges() {
    return Combinators.combine(
            Arbitraries.integers().between(0, ELEMENTS - 70_000),
            Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.integers().between(0, 130)),
                Tuple.of(1, Arbitraries.integers().between(0, 70_000))))
        .as(Range::new)
        .list()
        .ofMaxSize(12);
  }

  @Property
  void the_first_unwritten_and_the_first_written_element_are_those_of_a_set_of_bits(
      @ForAll("ranges") List<Range> marked, @ForAll("ranges") List<Range> asked) {
    WrittenElements written = new WrittenElements(ELEMENTS);
    BitSet bits = new BitSet();
    for (Range range : marked) {
      written.mark(range.first(), range.count());
      bits.set(range.first(), range.first() + range.count());
    }
    for (Range range : asked) {
      int clear = bits.nextClearBit(range.first());
      long expected = clear < range.first() + range.count() ? clear : -1;
      assertThat(written.firstUnwritten(range.first(), range.count())).isEqualTo(expected);
      int set = bits.nextSetBit(range.first());
      long firstSet = set >= 0 && set < range.first() + range.count() ? set : -1;
      assertThat(written.firstWritten(range.first(), range.count())).isEqualTo(firstSet);
    }
  }

  @Test
  void threads_that_mark_neighbours_lose_nothing() {
    WrittenElements written = new WrittenElements(ELEMENTS);

    IntStream.range(0, ELEMENTS).parallel().forEach(i -> written.mark(i, 1));

    assertThat(written.firstUnwritten(0, ELEMENTS)).isEqualTo(-1);
  }
}
