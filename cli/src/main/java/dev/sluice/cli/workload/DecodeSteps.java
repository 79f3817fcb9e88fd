package dev.sluice.cli.workload;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Decoding: before each step, every sequence gets a token. Its row of keys and values is written
 * behind the sequence's last one, in a free block where that one is full, and there is a new query.
 * The same for the same seed. Confined to one thread.
 */
public final class DecodeSteps {

  private final AttentionData data;
  private final int sequences;
  private final int blockSize;
  private final int rowElements;
  private final int entries;
  private final Queue<Integer> freeBlocks;
  private long nextSeed;

  /**
   * Starts from what the data holds.
   *
   * @param data with room for the steps that will be taken, as {@link #withRoom} makes sure
   * @param seed that of the data
   */
  public DecodeSteps(AttentionData data, long seed) {
    this.data = data;
    this.sequences = Math.toIntExact(data.query().shape().dimension(0));
    this.blockSize = Math.toIntExact(data.keyCache().shape().dimension(1));
    this.rowElements =
        Math.toIntExact(
            data.keyCache().shape().dimension(2) * data.keyCache().shape().dimension(3));
    this.entries = Math.toIntExact(data.blockTable().shape().rowLength());
    this.freeBlocks = freeBlocks(data);
    this.nextSeed = seed + AttentionData.SEEDS_TAKEN;
  }

  /**
   * Returns a case with caches for a number of steps.
   *
   * @param seed that of the data
   * @param blocks how many blocks each cache has; null for those of the case, or more if the steps
   *     need more
   * @throws RejectedCallException if a row of the block table or the caches have no room for the
   *     steps
   */
  public static AttentionCase withRoom(
      AttentionCase sizes, long seed, int steps, @Nullable Integer blocks) {
    int[] lengths = AttentionData.contextLengths(sizes, seed);
    int longest = Arrays.stream(lengths).max().orElse(0);
    if ((long) longest + steps > sizes.maxTokens()) {
      throw new RejectedCallException(
          ErrorDetail.remedy(
              longest == sizes.maxTokens()
                  ? "take another case"
                  : "take at most " + (sizes.maxTokens() - longest)),
          String.format(
              Locale.ROOT,
              "%,d steps are too many: the longest sequence starts with %,d tokens, and its row of"
                  + " the block table has room for %,d",
              steps,
              longest,
              sizes.maxTokens()));
    }
    long needed =
        Arrays.stream(lengths).mapToLong(length -> sizes.blocksFor((long) length + steps)).sum();
    if (blocks == null) {
      return sizes.withBlocks((int) Math.max(needed, sizes.blocks()));
    }
    if (blocks < needed) {
      throw new RejectedCallException(
          ErrorDetail.remedy("give at least " + needed + " blocks, or take fewer steps"),
          String.format(
              Locale.ROOT,
              "a cache of %,d blocks is too small: %,d sequences need %,d blocks of %d tokens"
                  + " after step %,d",
              blocks,
              sizes.sequences(),
              needed,
              sizes.blockSize(),
              steps));
    }
    return sizes.withBlocks(blocks);
  }

  private static Queue<Integer> freeBlocks(AttentionData data) {
    HostTensor table = data.blockTable();
    BitSet taken = new BitSet();
    for (long entry = 0; entry < table.shape().elementCount(); entry++) {
      if (table.getInt(entry) >= 0) {
        taken.set(table.getInt(entry));
      }
    }
    Queue<Integer> free = new ArrayDeque<>();
    for (int block = 0; block < data.keyCache().shape().dimension(0); block++) {
      if (!taken.get(block)) {
        free.add(block);
      }
    }
    return free;
  }

  /** Changes the data for the next step and returns what was written. */
  public List<ElementRange> next() {
    long querySeed = nextSeed++;
    long keySeed = nextSeed++;
    long valueSeed = nextSeed++;
    List<ElementRange> written = new ArrayList<>();
    AttentionData.fillUniform(data.query(), querySeed, AttentionData.QUERY_RANGE);
    written.add(all(PagedAttention.QUERY));
    for (int sequence = 0; sequence < sequences; sequence++) {
      long row = rowOfNextToken(sequence, written) * rowElements;
      writeRow(PagedAttention.KEY_CACHE, row, keySeed, sequence, written);
      writeRow(PagedAttention.VALUE_CACHE, row, valueSeed, sequence, written);
    }
    written.add(all(PagedAttention.CONTEXT_LENS));
    return written;
  }

  /** Makes the sequence longer by a token, and by a block where its last one is full. */
  private long rowOfNextToken(int sequence, List<ElementRange> written) {
    int position = data.contextLens().getInt(sequence);
    long entry = (long) sequence * entries + position / blockSize;
    if (position % blockSize == 0) {
      data.blockTable().setInt(entry, freeBlocks.remove());
      written.add(new ElementRange(PagedAttention.BLOCK_TABLE, entry, 1));
    }
    data.contextLens().setInt(sequence, position + 1);
    return (long) data.blockTable().getInt(entry) * blockSize + position % blockSize;
  }

  private void writeRow(
      int cache, long offset, long seed, int sequence, List<ElementRange> written) {
    float[] values = AttentionData.uniform(seed, sequence, rowElements, 1);
    data.tensors().get(cache).write(offset, values, 0, rowElements);
    written.add(new ElementRange(cache, offset, rowElements));
  }

  private ElementRange all(int tensor) {
    return new ElementRange(tensor, 0, data.tensors().get(tensor).shape().elementCount());
  }
}
