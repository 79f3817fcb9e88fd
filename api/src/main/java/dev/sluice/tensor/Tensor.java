package dev.sluice.tensor;

/**
 * Typed, shaped memory that can be an argument of a call: in host memory ({@link HostTensor},
 * copied by a run as its declared direction requires), on a device ({@link DeviceTensor}, never
 * copied by a run), or on both sides ({@link ManagedTensor}, of which a run uploads what the device
 * does not have).
 */
public sealed interface Tensor permits HostTensor, DeviceTensor, ManagedTensor {

  /** Returns the element type. */
  DataType dataType();

  /** Returns the extents in elements. */
  Shape shape();

  /**
   * Returns the bytes of all elements, without the gaps that a strided view may have between them.
   */
  default long byteCount() {
    return shape().byteCount(dataType());
  }
}
