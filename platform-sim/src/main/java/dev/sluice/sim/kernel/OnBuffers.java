package dev.sluice.sim.kernel;

import dev.sluice.kernel.BufferKernel;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;

/** Runs a kernel that takes buffers. Immutable, as far as the kernel is. */
record OnBuffers(BufferKernel kernel) implements JavaKernel {

  @Override
  public void run(KernelArguments arguments) throws Exception {
    KernelRun run = (KernelRun) arguments;
    kernel.run(run.buffers(), run);
  }
}
