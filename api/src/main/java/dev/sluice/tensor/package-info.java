/**
 * Tensors and what they are made of. Start at {@link dev.sluice.tensor.Tensor}; {@link
 * dev.sluice.tensor.HostTensor} is the one that applications make, over the {@link
 * dev.sluice.tensor.HostMemory} they choose. Uses only {@code dev.sluice.error}.
 */
@NullMarked
package dev.sluice.tensor;

import org.jspecify.annotations.NullMarked;
