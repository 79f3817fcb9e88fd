package dev.sluice.it.model;

import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;

/**
 * A kernel whose every written element depends on every byte that it may read and on where it is
 * written. Keeps to its rights: what it may not read it does not read, and it writes whole tensors.
 */
public final class Mixing implements JavaKernel {

  /** The kernel; one object, so that equal callables are equal content. */
  public static final Mixing KERNEL = new Mixing();

  static final long START = 0x9E3779B97F4A7C15L;

  private Mixing() {}

  static long absorb(long hash, long value) {
    long mixed = (hash ^ value) * 0xFF51AFD7ED558CCDL;
    return mixed ^ (mixed >>> 32);
  }

  static long element(long hash, int argument, long index) {
    return absorb(absorb(hash, argument), index);
  }

  @Override
  public void run(KernelArguments arguments) {
    long hash = START;
    for (int i = 0; i < arguments.scalarCount(); i++) {
      hash = absorb(hash, arguments.scalarBits(i));
    }
    for (int i = 0; i < arguments.tensorCount(); i++) {
      TensorView tensor = arguments.tensor(i);
      if (tensor.isReadable()) {
        for (long j = 0; j < tensor.elementCount(); j++) {
          hash = absorb(hash, tensor.getBits(j));
        }
      }
    }
    for (int i = 0; i < arguments.tensorCount(); i++) {
      TensorView tensor = arguments.tensor(i);
      if (tensor.isWritable()) {
        for (long j = 0; j < tensor.elementCount(); j++) {
          tensor.setBits(j, element(hash, i, j));
        }
      }
    }
  }
}
