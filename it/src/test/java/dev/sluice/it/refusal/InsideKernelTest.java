package dev.sluice.it.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A kernel that calls its own runtime would wait for itself, so it is refused. */
class InsideKernelTest {

  private final DeviceRuntime runtime = Sluice.open("sim");

  /** Makes calls inside a kernel and returns what each threw. */
  private List<Throwable> thrownInsideAKernel(boolean parallel, Runnable... calls) {
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    JavaKernel kernel =
        arguments -> {
          if (parallel) {
            arguments.parallel(calls.length, i -> attempt(calls[i], thrown));
          } else {
            List.of(calls).forEach(call -> attempt(call, thrown));
          }
        };
    runtime.run(
        DeviceCallable.builder("caller " + parallel).artifact("sim", kernel).build(),
        TaskArgs.of());
    return thrown;
  }

  private static void attempt(Runnable call, List<Throwable> thrown) {
    try {
      call.run();
    } catch (RuntimeException e) {
      thrown.add(e);
    }
  }

  @Test
  void every_call_from_inside_a_kernel_is_refused() {
    DeviceTensor tensor = runtime.allocate(DataType.INT8, Shape.of(1));
    DeviceCallable other =
        DeviceCallable.builder("other").artifact("sim", (JavaKernel) arguments -> {}).build();
    Runnable[] calls = {
      () -> runtime.run(other, TaskArgs.of()),
      () -> runtime.register(other),
      () -> runtime.explain(other, TaskArgs.of()),
      () -> runtime.allocate(DataType.INT8, Shape.of(1)),
      () -> runtime.download(tensor),
      runtime::trim,
      tensor::close,
      runtime::close
    };

    for (boolean parallel : new boolean[] {false, true}) {
      assertThat(thrownInsideAKernel(parallel, calls))
          .as("thrown in a kernel, on its cores: %s", parallel)
          .hasSize(calls.length)
          .allSatisfy(
              thrown ->
                  assertThat(thrown)
                      .isInstanceOf(RejectedCallException.class)
                      .hasMessageContaining("inside its own run"));
    }

    assertThat(runtime.isOpen()).isTrue();
    assertThat(tensor.isOpen()).isTrue();
    runtime.close();
  }

  @Test
  void another_runtime_may_be_called_from_inside_a_kernel() {
    try (DeviceRuntime other = Sluice.open("sim")) {
      assertThat(
              thrownInsideAKernel(false, () -> other.allocate(DataType.INT8, Shape.of(1)).close()))
          .isEmpty();
    }
    runtime.close();
  }

  @Test
  void getters_work_inside_a_kernel() {
    assertThat(thrownInsideAKernel(false, runtime::totals, runtime::limits, runtime::isOpen))
        .isEmpty();
    runtime.close();
  }
}
