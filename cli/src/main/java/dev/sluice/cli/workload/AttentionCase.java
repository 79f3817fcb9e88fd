package dev.sluice.cli.workload;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The sizes of one paged-attention call. Immutable.
 *
 * @param name as given on the command line
 * @param sequences sequences of the batch
 * @param heads query heads
 * @param kvHeads heads of the caches, each read by as many query heads
 * @param headDim elements of one head
 * @param blockSize tokens of one cache block
 * @param context tokens of the longest sequence; a multiple of the block size
 * @param maxTokens the longest context that the block table has room for
 * @param ragged whether sequences are of different lengths, or all of {@code context} tokens
 * @param blocks blocks of each cache; at least those that the sequences need
 */
public record AttentionCase(
    String name,
    int sequences,
    int heads,
    int kvHeads,
    int headDim,
    int blockSize,
    int context,
    int maxTokens,
    boolean ragged,
    int blocks) {

  /**
   * Some 34 MB, which run everywhere in seconds; lengths are ragged, and there are two kv heads.
   */
  public static final AttentionCase SMALL =
      new AttentionCase("small", 16, 16, 2, 128, 128, 2048, 4096, true);

  /** The case of the published measurement. */
  public static final AttentionCase CASE1 =
      new AttentionCase("case1", 256, 16, 1, 128, 128, 8192, 32_768, false);

  /** Fewer sequences with more heads, and smaller blocks; otherwise as case1. */
  public static final AttentionCase CASE2 =
      new AttentionCase("case2", 64, 64, 1, 128, 64, 8192, 32_768, false);

  /** Returns the cases that the command offers, the default first. */
  public static List<AttentionCase> offered() {
    return List.of(SMALL, CASE1, CASE2);
  }

  /** A case whose caches have the blocks that its sequences need if all are of full length. */
  public AttentionCase(
      String name,
      int sequences,
      int heads,
      int kvHeads,
      int headDim,
      int blockSize,
      int context,
      int maxTokens,
      boolean ragged) {
    this(
        name,
        sequences,
        heads,
        kvHeads,
        headDim,
        blockSize,
        context,
        maxTokens,
        ragged,
        sequences * (context / blockSize));
  }

  /** Returns this case with caches of another size. */
  AttentionCase withBlocks(int others) {
    return new AttentionCase(
        name, sequences, heads, kvHeads, headDim, blockSize, context, maxTokens, ragged, others);
  }

  /** Returns the sequences' lengths in tokens; the same for the same seed. */
  int[] contextLengths(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, sequences)
        .map(sequence -> ragged ? 1 + random.nextInt(context) : context)
        .toArray();
  }

  /** Returns the blocks that a sequence of so many tokens has. */
  long blocksFor(long tokens) {
    return (tokens + blockSize - 1) / blockSize;
  }

  /** Returns the shape of query and result: sequences, heads, head dim. */
  Shape headShape() {
    return Shape.of(sequences, heads, headDim);
  }

  /** Returns the shape of a cache: blocks, block size, kv heads, head dim. */
  Shape cacheShape() {
    return Shape.of(blocks(), blockSize, kvHeads, headDim);
  }

  /** Returns the shape of the block table: sequences, entries. */
  Shape tableShape() {
    return Shape.of(sequences, maxTokens / blockSize);
  }

  /** Returns the shape of the context lengths: sequences. */
  Shape lengthsShape() {
    return Shape.of(sequences);
  }

  /**
   * Returns the element types of the six tensors, in the order of the signature.
   *
   * @param floats that of query and caches; the result is FLOAT32
   */
  static List<DataType> types(DataType floats) {
    return List.of(floats, floats, floats, DataType.INT32, DataType.INT32, DataType.FLOAT32);
  }

  /** Returns the shapes of the six tensors, in the order of the signature. */
  List<Shape> shapes() {
    return List.of(
        headShape(), cacheShape(), cacheShape(), tableShape(), lengthsShape(), headShape());
  }

  /** Returns the bytes of all six tensors, with caches of BFLOAT16. */
  public long byteCount() {
    List<DataType> types = types(DataType.BFLOAT16);
    long bytes = 0;
    for (int i = 0; i < shapes().size(); i++) {
      bytes += shapes().get(i).byteCount(types.get(i));
    }
    return bytes;
  }
}
