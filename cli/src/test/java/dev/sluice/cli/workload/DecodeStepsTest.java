package dev.sluice.cli.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeStepsTest {

  private static final long SEED = 7;

  /** Two sequences whose blocks are full, of two kv heads. */
  private static AttentionCase full(int blockSize) {
    return new AttentionCase("full", 2, 4, 2, 8, blockSize, 4 * blockSize, 8 * blockSize, false);
  }

  private static List<Long> bits(HostTensor tensor) {
    List<Long> bits = new ArrayList<>();
    for (long i = 0; i < tensor.shape().elementCount(); i++) {
      bits.add(tensor.getBits(i));
    }
    return bits;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void a_token_more_goes_behind_the_last_one_and_to_a_block_of_its_own_at_the_edge(int blockSize) {
    AttentionCase sizes = DecodeSteps.withRoom(full(blockSize), SEED, blockSize + 1, null);
    AttentionData data = AttentionData.generate(sizes, DataType.FLOAT32, SEED);
    DecodeSteps steps = new DecodeSteps(data, SEED);

    for (int step = 0; step <= blockSize; step++) {
      List<ElementRange> written = steps.next();
      for (int sequence = 0; sequence < 2; sequence++) {
        assertThat(written)
            .contains(
                lastRow(data, PagedAttention.KEY_CACHE, sequence),
                lastRow(data, PagedAttention.VALUE_CACHE, sequence));
        assertThat(data.contextLens().getInt(sequence)).isEqualTo(4 * blockSize + step + 1);
        for (int entry = 0; entry < 8; entry++) {
          assertThat(data.blockTable().getInt(sequence * 8L + entry) >= 0)
              .as("step %d, sequence %d, entry %d", step, sequence, entry)
              .isEqualTo(entry * blockSize < 4 * blockSize + step + 1);
        }
      }
      assertBlocksAreUsedOnce(data);
    }
  }

  /** Where the last token's keys or values are: two kv heads of eight elements. */
  private static ElementRange lastRow(AttentionData data, int cache, int sequence) {
    int token = data.contextLens().getInt(sequence) - 1;
    long blockSize = data.keyCache().shape().dimension(1);
    long block = data.blockTable().getInt(sequence * 8L + token / blockSize);
    return new ElementRange(cache, (block * blockSize + token % blockSize) * 16, 16);
  }

  private static void assertBlocksAreUsedOnce(AttentionData data) {
    List<Long> used = new ArrayList<>(bits(data.blockTable()));
    used.removeIf(entry -> entry == 0xFFFF_FFFFL);
    assertThat(used)
        .doesNotHaveDuplicates()
        .allMatch(block -> block < data.keyCache().shape().dimension(0));
  }

  @ParameterizedTest
  @CsvSource({"FLOAT32, 7", "FLOAT16, 8", "BFLOAT16, -1"})
  void what_a_step_says_that_it_wrote_is_all_that_it_wrote(DataType type, long seed) {
    AttentionCase sizes = DecodeSteps.withRoom(Attention.TINY, seed, 6, null);
    AttentionData data = AttentionData.generate(sizes, type, seed);
    DecodeSteps steps = new DecodeSteps(data, seed);

    for (int step = 0; step < 6; step++) {
      List<List<Long>> before = data.tensors().stream().map(DecodeStepsTest::bits).toList();
      List<ElementRange> written = steps.next();
      List<List<Long>> after = data.tensors().stream().map(DecodeStepsTest::bits).toList();

      for (int tensor = 0; tensor < before.size(); tensor++) {
        Set<Long> said = new HashSet<>();
        for (ElementRange range : written) {
          for (long i = 0; range.tensor() == tensor && i < range.count(); i++) {
            assertThat(said.add(range.offset() + i)).as("written once").isTrue();
          }
        }
        for (int i = 0; i < before.get(tensor).size(); i++) {
          if (!said.contains((long) i)) {
            assertThat(after.get(tensor).get(i)).isEqualTo(before.get(tensor).get(i));
          }
        }
      }
      // One row of each cache for each of the three sequences.
      assertThat(written)
          .filteredOn(range -> range.tensor() == PagedAttention.KEY_CACHE)
          .hasSize(3)
          .allMatch(range -> range.count() == 8 && range.offset() % 8 == 0);
      assertThat(after.get(PagedAttention.KEY_CACHE))
          .isNotEqualTo(before.get(PagedAttention.KEY_CACHE));
      assertThat(after.get(PagedAttention.QUERY)).isNotEqualTo(before.get(PagedAttention.QUERY));
    }
  }

  @Test
  void a_seed_gives_the_same_steps_each_time_and_another_seed_others() {
    assertThat(keysAfterTwoSteps(1)).isEqualTo(keysAfterTwoSteps(1));
    assertThat(keysAfterTwoSteps(1)).isNotEqualTo(keysAfterTwoSteps(2));
  }

  private static List<Long> keysAfterTwoSteps(long seed) {
    AttentionData data =
        AttentionData.generate(
            DecodeSteps.withRoom(full(4), seed, 2, null), DataType.BFLOAT16, seed);
    DecodeSteps steps = new DecodeSteps(data, seed);
    steps.next();
    steps.next();
    return bits(data.keyCache());
  }

  @Test
  void caches_grow_only_where_the_steps_need_it() {
    assertThat(DecodeSteps.withRoom(full(4), SEED, 1, null).blocks()).isEqualTo(10);
    assertThat(DecodeSteps.withRoom(full(4), SEED, 4, null).blocks()).isEqualTo(10);
    assertThat(DecodeSteps.withRoom(full(4), SEED, 5, null).blocks()).isEqualTo(12);
    assertThat(DecodeSteps.withRoom(full(4), SEED, 1, 99).blocks()).isEqualTo(99);
    assertThat(DecodeSteps.withRoom(AttentionCase.SMALL, SEED, 1, null).blocks())
        .isEqualTo(AttentionCase.SMALL.blocks());
  }

  @Test
  void a_cache_of_as_many_blocks_as_needed_is_allowed_and_one_of_a_block_less_is_not() {
    AttentionCase sizes = DecodeSteps.withRoom(full(4), SEED, 5, 12);
    DecodeSteps steps =
        new DecodeSteps(AttentionData.generate(sizes, DataType.BFLOAT16, SEED), SEED);
    for (int step = 0; step < 5; step++) {
      steps.next();
    }

    assertThatThrownBy(() -> DecodeSteps.withRoom(full(4), SEED, 5, 11))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "a cache of 11 blocks is too small: 2 sequences need 12 blocks of 4 tokens after step"
                + " 5; give at least 12 blocks, or take fewer steps");
  }

  @Test
  void steps_end_where_the_row_of_the_block_table_does() {
    assertThat(DecodeSteps.withRoom(full(4), SEED, 16, null).blocks()).isEqualTo(16);
    assertThatThrownBy(() -> DecodeSteps.withRoom(full(4), SEED, 17, null))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "17 steps are too many: the longest sequence starts with 16 tokens, and its row of the"
                + " block table has room for 32; take at most 16");
    assertThatThrownBy(() -> DecodeSteps.withRoom(full(4), SEED, Integer.MAX_VALUE, null))
        .hasMessageStartingWith("2,147,483,647 steps are too many");
  }

  @Test
  void sequences_without_room_for_a_step_are_refused() {
    AttentionCase narrow = new AttentionCase("narrow", 2, 4, 2, 8, 4, 16, 16, false);

    assertThatThrownBy(() -> DecodeSteps.withRoom(narrow, SEED, 1, null))
        .hasMessageEndingWith("has room for 16; take another case");
  }
}
