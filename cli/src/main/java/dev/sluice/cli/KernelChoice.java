package dev.sluice.cli;

import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttentionKernel;
import dev.sluice.kernel.JavaKernel;

/** What runs between the transfers. */
enum KernelChoice {
  /** The real thing, in Java. */
  JAVA,
  /** Nothing: the transfers alone are measured, and there is no result to check. */
  NONE;

  JavaKernel kernel() {
    return this == JAVA ? new PagedAttentionKernel() : new IdleKernel();
  }
}
