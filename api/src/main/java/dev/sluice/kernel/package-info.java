/**
 * Kernels written in Java, for the simulator. Start at {@link dev.sluice.kernel.JavaKernel}; it
 * works on {@link dev.sluice.kernel.TensorView}s. Uses {@code dev.sluice} and {@code
 * dev.sluice.tensor}.
 */
@NullMarked
package dev.sluice.kernel;

import org.jspecify.annotations.NullMarked;
