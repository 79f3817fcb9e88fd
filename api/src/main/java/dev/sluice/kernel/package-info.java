/**
 * What runs a callable on a device. For the simulator, a kernel written in Java: start at {@link
 * dev.sluice.kernel.JavaKernel}, which works on {@link dev.sluice.kernel.TensorView}s; {@link
 * dev.sluice.kernel.BufferKernel} works on plain buffers. For the Ascend platforms, compiled
 * objects: start at {@link dev.sluice.kernel.NativeArtifact}. Uses {@code dev.sluice} and {@code
 * dev.sluice.tensor}.
 */
@NullMarked
package dev.sluice.kernel;

import org.jspecify.annotations.NullMarked;
