package dev.sluice.tensor;

import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.RejectedCallException;

/**
 * A tensor that lives on a device. A {@code DeviceRuntime} makes it and owns its memory; it is an
 * argument of that runtime's calls only, and no run copies it. Whoever asked for it closes it; what
 * is still open when the runtime closes is freed then and reported as a leak.
 *
 * <p>Views share the memory of the tensor they were made from and end with it. Thread-safe.
 *
 * <p>Only a runtime implements this interface; a runtime refuses implementations of others.
 */
public non-sealed interface DeviceTensor extends Tensor, AutoCloseable {

  /** Returns the device that the memory is on, such as {@code sim:0}. */
  String device();

  /**
   * Returns the number of the allocation behind this tensor: unique within its runtime and never
   * used again, also where the device hands out the same address once more.
   */
  long generation();

  /** Returns where the tensor starts in its allocation, in bytes. */
  long offsetBytes();

  /** Returns the distance between neighbours of a dimension, in elements, at least 1. */
  long stride(int dimension);

  /** Returns whether the elements stand in row-major order without gaps. */
  boolean isContiguous();

  /**
   * Returns a contiguous view.
   *
   * @param offsetElements where the view starts, in elements from the start of this tensor
   * @throws RejectedCallException if the view reaches outside this tensor, or this tensor is
   *     strided
   * @throws ClosedRuntimeException if this tensor is closed
   */
  DeviceTensor view(long offsetElements, Shape shape);

  /**
   * Returns a strided view.
   *
   * @param offsetElements where the view starts, in elements from the start of this tensor
   * @param strides one for each dimension of {@code shape}, in elements, at least 1
   * @throws RejectedCallException if the view reaches outside this tensor, or this tensor is
   *     strided
   * @throws ClosedRuntimeException if this tensor is closed
   */
  DeviceTensor view(long offsetElements, Shape shape, long... strides);

  /**
   * Declares the contents usable although a failed launch may have half-written them. Without it
   * such bytes are refused as an input until they are overwritten.
   */
  void assumeValid();

  /** Returns whether the memory is still allocated. */
  boolean isOpen();

  /**
   * Frees the memory, once it is not in use by a run; does nothing on a view, or when already
   * closed.
   */
  @Override
  void close();
}
