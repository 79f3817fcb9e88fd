package dev.sluice.cli.workload;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;

/**
 * What a tensor has to be. Immutable.
 *
 * @param type the elements
 * @param shape the extents
 */
public record TensorSpec(DataType type, Shape shape) {}
