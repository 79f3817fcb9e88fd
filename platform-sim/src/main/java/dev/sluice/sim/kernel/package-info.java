/**
 * Runs Java kernels. {@link dev.sluice.sim.kernel.KernelDevice} runs one launch at a time on a
 * thread of its own; {@code KernelRun} is what the kernel sees, through views that hold it to its
 * rights.
 */
@NullMarked
package dev.sluice.sim.kernel;

import org.jspecify.annotations.NullMarked;
