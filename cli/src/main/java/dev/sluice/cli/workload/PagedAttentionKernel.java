package dev.sluice.cli.workload;

import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;

/**
 * Runs {@link PagedAttention} on all cores: one task for each sequence and kv head, which walks the
 * sequence's blocks once and serves all heads that share the kv head from each. Any two are equal:
 * there is no state.
 */
public final class PagedAttentionKernel implements JavaKernel {

  @Override
  public void run(KernelArguments arguments) {
    AttentionExtents extents = AttentionExtents.of(arguments);
    arguments.parallel(
        extents.sequences() * extents.kvHeads(),
        task ->
            new HeadGroup(arguments, extents, task / extents.kvHeads(), task % extents.kvHeads())
                .attend());
  }

  /** Returns the bytes of both caches, beside which the rest is nothing. */
  @Override
  public long streamedBytes(KernelArguments arguments) {
    return cacheBytes(arguments);
  }

  static long cacheBytes(KernelArguments arguments) {
    return arguments.tensor(PagedAttention.KEY_CACHE).byteCount()
        + arguments.tensor(PagedAttention.VALUE_CACHE).byteCount();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PagedAttentionKernel;
  }

  @Override
  public int hashCode() {
    return PagedAttentionKernel.class.hashCode();
  }
}
