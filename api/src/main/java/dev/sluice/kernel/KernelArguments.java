package dev.sluice.kernel;

import java.util.function.IntConsumer;

/**
 * What one launch of a kernel works on. Valid until the kernel returns; usable from several
 * threads. A position or a name that the call does not have is a {@code RejectedCallException},
 * which fails the launch.
 */
public interface KernelArguments {

  /** Returns the number of tensors. */
  int tensorCount();

  /** Returns the tensor at a position, from 0. */
  TensorView tensor(int index);

  /** Returns the tensor that the signature gives this name. */
  TensorView tensor(String name);

  /** Returns the number of scalars, which are counted apart from the tensors. */
  int scalarCount();

  /** Returns the bits of the scalar at a position, from 0. */
  long scalarBits(int index);

  /** Returns the scalar at a position as the 32-bit integer it was given as. */
  default int int32(int index) {
    return (int) scalarBits(index);
  }

  /** Returns the scalar at a position as the 64-bit integer it was given as. */
  default long int64(int index) {
    return scalarBits(index);
  }

  /** Returns the scalar at a position as the 32-bit float it was given as. */
  default float float32(int index) {
    return Float.intBitsToFloat((int) scalarBits(index));
  }

  /** Returns the scalar at a position as the 64-bit float it was given as. */
  default double float64(int index) {
    return Double.longBitsToDouble(scalarBits(index));
  }

  /** Returns the position of the scalar that the signature gives this name. */
  int scalarIndex(String name);

  /** Returns the scalar of a name as the 32-bit integer it was given as. */
  default int int32(String name) {
    return int32(scalarIndex(name));
  }

  /** Returns the scalar of a name as the 64-bit integer it was given as. */
  default long int64(String name) {
    return int64(scalarIndex(name));
  }

  /** Returns the scalar of a name as the 32-bit float it was given as. */
  default float float32(String name) {
    return float32(scalarIndex(name));
  }

  /** Returns the scalar of a name as the 64-bit float it was given as. */
  default double float64(String name) {
    return float64(scalarIndex(name));
  }

  /**
   * Calls {@code body} with 0 up to {@code count - 1}, spread over the device's cores, and returns
   * when all calls have returned. If one throws, the rest may be left out, and the first failure is
   * thrown.
   */
  void parallel(int count, IntConsumer body);
}
