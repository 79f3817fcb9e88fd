package dev.sluice.cli.workload;

/**
 * A part of one of a call's tensors. Immutable.
 *
 * @param tensor position of the tensor in the signature
 * @param offset first element
 * @param count number of elements
 */
public record ElementRange(int tensor, long offset, long count) {}
