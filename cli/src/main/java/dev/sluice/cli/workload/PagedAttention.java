package dev.sluice.cli.workload;

import dev.sluice.DeviceCallable;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.kernel.JavaKernel;

/**
 * The callable {@code paged_attention}: one decoding step of attention over a key/value cache that
 * is cut into blocks, each sequence listing its blocks in a table.
 *
 * <p>Tensors, in order: {@code query} [sequences, heads, head dim]; {@code key_cache} and {@code
 * value_cache} [blocks, block size, kv heads, head dim]; {@code block_table} INT32 [sequences,
 * entries], -1 where unused; {@code context_lens} INT32 [sequences], in tokens; {@code out}
 * [sequences, heads, head dim]. Query, caches and result are FLOAT32, FLOAT16 or BFLOAT16. One
 * scalar: {@code scale} FLOAT32, by which scores are multiplied.
 *
 * <p>Head {@code h} reads kv head {@code h * kvHeads / heads}. A sequence attends to its first
 * {@code context_len} tokens; a sequence without tokens results in zeros.
 */
public final class PagedAttention {

  /** The callable's name. */
  public static final String NAME = "paged_attention";

  /** What the callable takes. */
  public static final Signature SIGNATURE =
      Signature.builder()
          .in("query")
          .in("key_cache")
          .in("value_cache")
          .in("block_table")
          .in("context_lens")
          .out("out")
          .scalar("scale", ScalarType.FLOAT32)
          .build();

  /** Position of {@code query} in {@link #SIGNATURE}. */
  public static final int QUERY = 0;

  /** Position of {@code key_cache}. */
  public static final int KEY_CACHE = 1;

  /** Position of {@code value_cache}. */
  public static final int VALUE_CACHE = 2;

  /** Position of {@code block_table}. */
  public static final int BLOCK_TABLE = 3;

  /** Position of {@code context_lens}. */
  public static final int CONTEXT_LENS = 4;

  /** Position of {@code out}. */
  public static final int OUT = 5;

  private PagedAttention() {}

  /** Returns the callable for a platform that runs Java kernels. */
  public static DeviceCallable callable(String platform, JavaKernel kernel) {
    return DeviceCallable.builder(NAME).signature(SIGNATURE).artifact(platform, kernel).build();
  }

  /** Returns the usual scale, 1 / sqrt(head dim). */
  public static float scale(long headDim) {
    return (float) (1 / Math.sqrt(headDim));
  }

  /** Returns the name of the tensor at a position, for messages. */
  static String tensorName(int index) {
    return String.valueOf(SIGNATURE.tensors().get(index).name());
  }
}
