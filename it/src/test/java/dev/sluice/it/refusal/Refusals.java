package dev.sluice.it.refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.error.RejectedCallException;
import dev.sluice.it.model.Mixing;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.tensor.Tensor;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the tests of refusals share: a callable of given directions, and what a refusal is. */
final class Refusals {

  private Refusals() {}

  /** Returns a callable named {@code job} whose tensors are named a, b, c and so on. */
  static DeviceCallable job(ArgDirection... directions) {
    return job("job", directions);
  }

  /** Returns such a callable under another name, where one runtime runs several. */
  static DeviceCallable job(String name, ArgDirection... directions) {
    Signature.Builder signature = Signature.builder();
    for (int i = 0; i < directions.length; i++) {
      signature.tensor(String.valueOf((char) ('a' + i)), directions[i]);
    }
    return job(name, signature.build());
  }

  static DeviceCallable job(String name, Signature signature) {
    return DeviceCallable.builder(name).signature(signature).artifact("sim", Mixing.KERNEL).build();
  }

  /** Asserts that a run is accepted, and that explaining it is. */
  static void assertAllowed(DeviceRuntime runtime, DeviceCallable callable, Tensor... tensors) {
    assertAllowed(runtime, callable, TaskArgs.of(tensors));
  }

  static void assertAllowed(DeviceRuntime runtime, DeviceCallable callable, TaskArgs args) {
    assertThat(runtime.explain(callable, args)).isNotNull();
    assertThat(runtime.run(callable, args).counts().launches()).isEqualTo(1);
  }

  /** Asserts that a run is refused, whichever way it is asked for, without a device call. */
  static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      DeviceRuntime runtime, DeviceCallable callable, Tensor... tensors) {
    return assertRefused(runtime, callable, TaskArgs.of(tensors));
  }

  static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      DeviceRuntime runtime, DeviceCallable callable, TaskArgs args) {
    DeviceCounters device = runtime.capability(DeviceCounters.class).orElseThrow();
    TransferCounts before = device.counts();
    long failedRuns = runtime.totals().failedRuns();
    Throwable refusal = catchThrowable(() -> runtime.run(callable, args));
    try (RegisteredCallable registered = runtime.register(callable)) {
      for (ThrowingCallable other :
          List.<ThrowingCallable>of(
              () -> runtime.explain(callable, args),
              () -> registered.explain(args),
              () -> registered.bind(args),
              () -> registered.run(args))) {
        assertThatThrownBy(other)
            .isInstanceOf(RejectedCallException.class)
            .hasMessage(refusal.getMessage());
      }
    }
    assertThat(device.counts()).as("device calls of a refused run").isEqualTo(before);
    assertThat(runtime.totals().failedRuns()).isEqualTo(failedRuns);
    return assertThat(refusal).isInstanceOf(RejectedCallException.class);
  }
}
