package dev.sluice.sim.kernel;

import dev.sluice.kernel.BufferKernel;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import java.nio.ReadOnlyBufferException;

/** Runs a kernel that takes buffers. Immutable, as far as the kernel is. */
record OnBuffers(BufferKernel kernel) implements JavaKernel {

  @Override
  public void run(KernelArguments arguments) throws Exception {
    KernelRun run = (KernelRun) arguments;
    try {
      kernel.run(run.buffers(), run);
    } catch (ReadOnlyBufferException e) {
      throw KernelBuffers.wroteReadOnly(run.request(), e);
    }
  }
}
