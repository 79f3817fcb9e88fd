package dev.sluice.cli.workload;

import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;

/**
 * Takes the arguments of {@link PagedAttention} and does nothing with them, so that a run consists
 * of its transfers; the modelled device time stays that of the real kernel. Any two are equal.
 */
public final class IdleKernel implements JavaKernel {

  @Override
  public void run(KernelArguments arguments) {
    // Nothing: only the transfers around it are of interest.
  }

  @Override
  public long streamedBytes(KernelArguments arguments) {
    return PagedAttentionKernel.cacheBytes(arguments);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdleKernel;
  }

  @Override
  public int hashCode() {
    return IdleKernel.class.hashCode();
  }
}
