package dev.sluice.it.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that wait for a run in progress, and what ends their waiting. */
class WaitingTest {

  private final BlockingKernel kernel = new BlockingKernel();

  private static HostTensor zero() {
    return HostTensor.allocate(DataType.INT32, Shape.of(1));
  }

  private Caller running(DeviceRuntime runtime, HostTensor tensor) {
    return Caller.calling(() -> runtime.run(kernel.callable(), TaskArgs.of(tensor)));
  }

  @AfterEach
  void release() {
    kernel.release();
  }

  @Test
  void close_waits_for_the_run_in_progress_and_calls_behind_it_are_refused() throws Exception {
    DeviceRuntime runtime = Sluice.open("sim");
    HostTensor result = zero();
    Caller run = running(runtime, result);
    kernel.awaitStart();
    Caller close =
        Caller.calling(
                () -> {
                  runtime.close();
                  return runtime;
                })
            .awaitWaiting();
    HostTensor untouched = zero();
    Caller behind = running(runtime, untouched).awaitWaiting();
    Caller memoryCall =
        Caller.calling(() -> runtime.allocate(DataType.INT8, Shape.of(1))).awaitWaiting();
    assertThat(runtime.isOpen()).as("open while a run is in progress").isTrue();

    kernel.release();

    assertThat(run.outcome()).isNull();
    assertThat(result.getInt(0)).isEqualTo(1);
    assertThat(close.outcome()).isNull();
    assertThat(behind.outcome()).isInstanceOf(ClosedRuntimeException.class);
    assertThat(memoryCall.outcome()).isInstanceOf(ClosedRuntimeException.class);
    assertThat(untouched.getInt(0)).isZero();
    assertThat(runtime.isOpen()).isFalse();
    assertThat(runtime.totals().runs()).isEqualTo(1);
  }

  @Test
  void many_closes_during_many_runs_close_once_and_every_run_ran_whole_or_not_at_all()
      throws Exception {
    DeviceRuntime runtime = Sluice.open("sim");
    Caller first = running(runtime, zero());
    kernel.awaitStart();
    List<HostTensor> results = new ArrayList<>();
    List<Caller> runs = new ArrayList<>();
    List<Caller> closes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      HostTensor tensor = zero();
      results.add(tensor);
      runs.add(running(runtime, tensor).awaitWaiting());
      closes.add(
          Caller.calling(
                  () -> {
                    runtime.close();
                    return runtime;
                  })
              .awaitWaiting());
    }

    kernel.release();

    assertThat(first.outcome()).isNull();
    int ran = 1;
    for (int i = 0; i < runs.size(); i++) {
      Throwable thrown = runs.get(i).outcome();
      if (thrown == null) {
        ran++;
        assertThat(results.get(i).getInt(0)).isEqualTo(1);
      } else {
        assertThat(thrown).isInstanceOf(ClosedRuntimeException.class);
        assertThat(results.get(i).getInt(0)).isZero();
      }
      assertThat(closes.get(i).outcome()).isNull();
    }
    assertThat(runtime.totals().runs()).isEqualTo(ran);
  }

  @Test
  void closing_a_handle_waits_for_its_run() throws Exception {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      RegisteredCallable registered = runtime.register(kernel.callable());
      HostTensor result = zero();
      Caller run = Caller.calling(() -> registered.run(TaskArgs.of(result)));
      kernel.awaitStart();
      Caller close =
          Caller.calling(
                  () -> {
                    registered.close();
                    return registered;
                  })
              .awaitWaiting();

      kernel.release();

      assertThat(run.outcome()).isNull();
      assertThat(close.outcome()).isNull();
      assertThat(result.getInt(0)).isEqualTo(1);
    }
  }

  @Test
  void an_interrupt_while_waiting_refuses_the_call_and_leaves_the_thread_interrupted()
      throws Exception {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      HostTensor result = zero();
      Caller run = running(runtime, result);
      kernel.awaitStart();
      HostTensor untouched = zero();
      Caller waiting = running(runtime, untouched).awaitWaiting();

      waiting.interrupt();

      assertThat(waiting.outcome())
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("interrupted while waiting");
      assertThat(waiting.wasInterruptedAfterwards()).isTrue();
      assertThat(untouched.getInt(0)).isZero();
      kernel.release();
      assertThat(run.outcome()).isNull();
      assertThat(result.getInt(0)).isEqualTo(1);
    }
  }

  @Test
  void an_interrupt_in_the_middle_of_a_run_does_not_stop_it_and_leaves_the_thread_interrupted()
      throws Exception {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      HostTensor result = zero();
      Caller run = running(runtime, result);
      kernel.awaitStart();

      run.interrupt();
      kernel.release();

      assertThat(run.outcome()).isNull();
      assertThat(run.wasInterruptedAfterwards()).isTrue();
      assertThat(result.getInt(0)).isEqualTo(1);
    }
  }

  @Test
  void a_run_that_need_not_wait_is_made_although_the_thread_is_interrupted() throws Exception {
    kernel.release();
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      HostTensor result = zero();
      Caller run =
          Caller.calling(
              () -> {
                Thread.currentThread().interrupt();
                return runtime.run(kernel.callable(), TaskArgs.of(result));
              });

      assertThat(run.outcome()).isNull();
      assertThat(run.wasInterruptedAfterwards()).isTrue();
      assertThat(result.getInt(0)).isEqualTo(1);
    }
  }

  @Test
  void a_run_that_takes_longer_than_its_time_out_loses_the_device() {
    Duration timeout = Duration.ofMillis(20);
    DeviceRuntime runtime = Sluice.builder().platform("sim").runTimeout(timeout).open();
    HostTensor untouched = zero();
    TaskArgs args = TaskArgs.of(untouched);
    assertThat(runtime.runTimeout()).isEqualTo(timeout);

    assertThatThrownBy(() -> runtime.run(kernel.callable(), args))
        .isInstanceOf(DeviceLostException.class)
        .hasMessageContaining("callable 'blocking' on sim:0")
        .hasMessageContaining("did not complete within the run time-out of " + timeout);

    assertThat(untouched.getInt(0)).isZero();
    assertThat(runtime.isOpen()).isFalse();
    assertThatThrownBy(() -> runtime.run(kernel.callable(), args))
        .isInstanceOf(DeviceLostException.class)
        .hasMessageContaining("run time-out");
    assertThatThrownBy(() -> runtime.allocate(DataType.INT8, Shape.of(1)))
        .isInstanceOf(DeviceLostException.class);
    runtime.close();
    assertThatThrownBy(() -> runtime.allocate(DataType.INT8, Shape.of(1)))
        .isInstanceOf(ClosedRuntimeException.class);
  }
}
