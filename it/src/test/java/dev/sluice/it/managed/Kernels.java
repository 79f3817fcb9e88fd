package dev.sluice.it.managed;

import dev.sluice.DeviceCallable;
import dev.sluice.Signature;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import java.util.function.IntUnaryOperator;

/** Callables over INT32 tensors, for the simulator. */
final class Kernels {

  private Kernels() {}

  /** Reads {@code x} and writes {@code y = x + 1}. */
  static DeviceCallable next() {
    return callable(
        "next",
        Signature.builder().in("x").out("y").build(),
        k -> each(k.tensor("x"), k.tensor("y"), value -> value + 1));
  }

  /** Adds one to {@code x} in place. */
  static DeviceCallable increment() {
    return callable(
        "increment",
        Signature.builder().inout("x").build(),
        k -> each(k.tensor("x"), k.tensor("x"), value -> value + 1));
  }

  /** Writes half of {@code x} in place, then fails. */
  static DeviceCallable fail() {
    return callable(
        "fail",
        Signature.builder().inout("x").build(),
        k -> {
          TensorView x = k.tensor("x");
          for (long i = 0; i < x.elementCount() / 2; i++) {
            x.setInt(i, -1);
          }
          throw new IllegalStateException("the kernel gave up");
        });
  }

  static DeviceCallable callable(String name, Signature signature, JavaKernel kernel) {
    return DeviceCallable.builder(name).signature(signature).artifact("sim", kernel).build();
  }

  private static void each(TensorView from, TensorView to, IntUnaryOperator f) {
    for (long i = 0; i < from.elementCount(); i++) {
      to.setInt(i, f.applyAsInt(from.getInt(i)));
    }
  }
}
