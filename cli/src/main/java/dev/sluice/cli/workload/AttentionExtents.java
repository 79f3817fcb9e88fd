package dev.sluice.cli.workload;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.util.Arrays;

/**
 * The extents of one call, read off its arguments' shapes.
 *
 * @param sequences sequences of the batch
 * @param heads query heads
 * @param kvHeads heads of the caches; divides {@code heads}
 * @param headDim elements of one head
 * @param blocks blocks of each cache
 * @param blockSize tokens of one block
 * @param tableEntries block-table entries of one sequence
 */
record AttentionExtents(
    int sequences,
    int heads,
    int kvHeads,
    int headDim,
    int blocks,
    int blockSize,
    int tableEntries) {

  /** What one task copies of a block; far above any real one, and still a modest array. */
  private static final int MAX_BLOCK_ELEMENTS = 1 << 24;

  /**
   * Reads the extents.
   *
   * @throws RejectedCallException naming the argument that does not fit the others
   */
  static AttentionExtents of(KernelArguments arguments) {
    Shape query = floats(arguments, PagedAttention.QUERY, 3);
    Shape cache = floats(arguments, PagedAttention.KEY_CACHE, 4);
    Shape table = integers(arguments, PagedAttention.BLOCK_TABLE, 2);
    requireSame(
        floats(arguments, PagedAttention.VALUE_CACHE, 4),
        cache,
        "key_cache",
        PagedAttention.VALUE_CACHE);
    requireSame(
        integers(arguments, PagedAttention.CONTEXT_LENS, 1),
        Shape.of(query.dimension(0)),
        "query's sequences",
        PagedAttention.CONTEXT_LENS);
    requireSame(floats(arguments, PagedAttention.OUT, 3), query, "query", PagedAttention.OUT);
    if (table.dimension(0) != query.dimension(0)) {
      throw refused(
          PagedAttention.BLOCK_TABLE,
          "has " + table.dimension(0) + " rows, but query has " + query.dimension(0) + " sequences",
          "give one row for each sequence");
    }
    if (cache.dimension(3) != query.dimension(2)) {
      throw refused(
          PagedAttention.KEY_CACHE,
          "has head dim " + cache.dimension(3) + ", but query has " + query.dimension(2),
          "give both the same head dim");
    }
    if (cache.dimension(2) == 0 || query.dimension(1) % cache.dimension(2) != 0) {
      throw refused(
          PagedAttention.KEY_CACHE,
          "has "
              + cache.dimension(2)
              + " kv heads, which do not divide the "
              + query.dimension(1)
              + " heads of query",
          "give a number of kv heads that divides the heads");
    }
    AttentionExtents extents =
        new AttentionExtents(
            extent(query, 0, PagedAttention.QUERY),
            extent(query, 1, PagedAttention.QUERY),
            extent(cache, 2, PagedAttention.KEY_CACHE),
            extent(query, 2, PagedAttention.QUERY),
            extent(cache, 0, PagedAttention.KEY_CACHE),
            extent(cache, 1, PagedAttention.KEY_CACHE),
            extent(table, 1, PagedAttention.BLOCK_TABLE));
    extents.requireModestTasks();
    return extents;
  }

  /** Refuses what only tensors without elements can be: more than a task can hold. */
  private void requireModestTasks() {
    if (headDim == 0) {
      throw refused(PagedAttention.QUERY, "has head dim 0", "give a head dim of at least 1");
    }
    if ((long) blockSize * headDim > MAX_BLOCK_ELEMENTS) {
      throw refused(
          PagedAttention.KEY_CACHE,
          "has blocks of " + (long) blockSize * headDim + " elements for each kv head",
          "give blocks of at most " + MAX_BLOCK_ELEMENTS);
    }
    if ((long) heads * headDim > MAX_BLOCK_ELEMENTS) {
      throw refused(
          PagedAttention.QUERY,
          "has " + (long) heads * headDim + " elements for each sequence",
          "give at most " + MAX_BLOCK_ELEMENTS);
    }
    if ((long) sequences * kvHeads > Integer.MAX_VALUE) {
      throw refused(
          PagedAttention.QUERY,
          "has " + sequences + " sequences, for each of " + kvHeads + " kv heads",
          "give at most " + Integer.MAX_VALUE + " of both together");
    }
  }

  /** Returns how many query heads share one kv head. */
  int headsPerKvHead() {
    return heads / kvHeads;
  }

  /**
   * Returns a sequence's context length.
   *
   * @throws RejectedCallException if it is negative or longer than its row of the block table
   */
  int checkedContext(int sequence, int tokens) {
    long capacity = (long) tableEntries * blockSize;
    if (tokens < 0 || tokens > capacity) {
      throw refused(
          PagedAttention.CONTEXT_LENS,
          "sequence "
              + sequence
              + " has a context of "
              + tokens
              + " tokens, but its blocks hold 0 to "
              + capacity,
          "give a context that fits the row of block_table, or a longer row");
    }
    return tokens;
  }

  /**
   * Returns the block that a table entry names.
   *
   * @throws RejectedCallException if the cache has no such block
   */
  int checkedBlock(int sequence, int entry, int block) {
    if (block < 0 || block >= blocks) {
      throw refused(
          PagedAttention.BLOCK_TABLE,
          "sequence "
              + sequence
              + " needs entry "
              + entry
              + ", which names block "
              + block
              + "; the caches have blocks 0 to "
              + (blocks - 1),
          block == -1
              ? "give the entry a block, or the sequence a shorter context"
              : "give a block of the caches");
    }
    return block;
  }

  private static Shape floats(KernelArguments arguments, int index, int rank) {
    TensorView view = arguments.tensor(index);
    if (!view.dataType().isFloatingPoint()) {
      throw refused(index, "is " + view.dataType(), "give FLOAT32, FLOAT16 or BFLOAT16");
    }
    return ranked(view, index, rank);
  }

  private static Shape integers(KernelArguments arguments, int index, int rank) {
    TensorView view = arguments.tensor(index);
    if (view.dataType() != DataType.INT32) {
      throw refused(index, "is " + view.dataType(), "give INT32");
    }
    return ranked(view, index, rank);
  }

  private static Shape ranked(TensorView view, int index, int rank) {
    if (view.shape().rank() != rank) {
      throw refused(index, "has shape " + view.shape(), "give " + rank + " dimensions");
    }
    return view.shape();
  }

  private static void requireSame(Shape actual, Shape expected, String whose, int index) {
    if (!Arrays.equals(actual.dimensions(), expected.dimensions())) {
      throw refused(
          index,
          "has shape " + actual + ", but " + whose + " asks for " + expected,
          "give it that shape");
    }
  }

  private static int extent(Shape shape, int dimension, int index) {
    if (shape.dimension(dimension) > Integer.MAX_VALUE) {
      throw refused(index, "has shape " + shape, "give extents of at most " + Integer.MAX_VALUE);
    }
    return (int) shape.dimension(dimension);
  }

  private static RejectedCallException refused(int index, String problem, String remedy) {
    return new RejectedCallException(
        ErrorDetail.builder()
            .argument(index, PagedAttention.tensorName(index))
            .remedy(remedy)
            .build(),
        problem);
  }
}
