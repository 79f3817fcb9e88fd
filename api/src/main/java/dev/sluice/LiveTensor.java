package dev.sluice;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A device tensor that is still open. Immutable.
 *
 * @param generation the number of its allocation
 * @param dataType element type
 * @param shape extents
 * @param allocatedAt the call that made it; null unless the runtime tracks allocations
 */
public record LiveTensor(
    long generation, DataType dataType, Shape shape, @Nullable Throwable allocatedAt) {}
