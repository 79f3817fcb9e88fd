package dev.sluice.it.managed;

import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.Signature;
import dev.sluice.it.standin.StandIn;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import java.util.function.IntUnaryOperator;

/** Callables over INT32 tensors, for every platform on which managed tensors are tried. */
final class Kernels {

  // One object each, so that equal callables are cheap.
  private static final CallableArtifact ADDS_ONE = StandIn.artifact("adds_one");
  private static final CallableArtifact FAILS_HALF_WAY = StandIn.artifact("fails_half_way");

  private Kernels() {}

  /** Reads {@code x} and writes {@code y = x + 1}. */
  static DeviceCallable next() {
    return callable(
        "next",
        Signature.builder().in("x").out("y").build(),
        k -> each(k.tensor("x"), k.tensor("y"), value -> value + 1),
        ADDS_ONE);
  }

  /** Adds one to {@code x} in place. */
  static DeviceCallable increment() {
    return callable(
        "increment",
        Signature.builder().inout("x").build(),
        k -> each(k.tensor("x"), k.tensor("x"), value -> value + 1),
        ADDS_ONE);
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
        },
        FAILS_HALF_WAY);
  }

  /** Adds one to the first element of {@code x}, on the simulator alone. */
  static DeviceCallable first() {
    return onSimulator(k -> k.tensor("x").setInt(0, k.tensor("x").getInt(0) + 1));
  }

  /** Does this to {@code x}, on the simulator alone. */
  static DeviceCallable onSimulator(JavaKernel kernel) {
    return DeviceCallable.builder("simulated")
        .signature(Signature.builder().inout("x").build())
        .artifact("sim", kernel)
        .build();
  }

  private static DeviceCallable callable(
      String name, Signature signature, JavaKernel kernel, CallableArtifact compiled) {
    return DeviceCallable.builder(name)
        .signature(signature)
        .artifact("sim", kernel)
        .artifact("a2a3", compiled)
        .artifact("a5", compiled)
        .build();
  }

  private static void each(TensorView from, TensorView to, IntUnaryOperator f) {
    for (long i = 0; i < from.elementCount(); i++) {
      to.setInt(i, f.applyAsInt(from.getInt(i)));
    }
  }
}
