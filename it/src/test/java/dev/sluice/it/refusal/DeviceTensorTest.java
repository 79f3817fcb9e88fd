package dev.sluice.it.refusal;

import static dev.sluice.ArgDirection.IN;
import static dev.sluice.ArgDirection.INOUT;
import static dev.sluice.ArgDirection.OUT;
import static dev.sluice.it.refusal.Refusals.assertAllowed;
import static dev.sluice.it.refusal.Refusals.assertRefused;
import static dev.sluice.it.refusal.Refusals.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Device tensors that a call cannot use: closed, foreign, undefined after a failed launch. */
class DeviceTensorTest {

  private final DeviceRuntime runtime = Sluice.open("sim");

  @AfterEach
  void close() {
    runtime.close();
  }

  private static HostTensor zeros() {
    return HostTensor.allocate(DataType.FLOAT32, Shape.of(4));
  }

  @Test
  void a_closed_device_tensor_is_refused_and_so_are_its_views() {
    DeviceTensor tensor = runtime.upload(zeros());
    DeviceTensor view = tensor.view(1, Shape.of(2));
    assertAllowed(runtime, job(IN), tensor);
    assertAllowed(runtime, job(IN), view);

    tensor.close();

    assertRefused(runtime, job(IN), tensor).hasMessageContaining("is closed");
    assertRefused(runtime, job(IN), view).hasMessageContaining("is closed");
    assertThatThrownBy(() -> runtime.download(tensor)).isInstanceOf(RejectedCallException.class);
    assertThatThrownBy(() -> tensor.view(0, Shape.of(1)))
        .isInstanceOf(ClosedRuntimeException.class);
  }

  @Test
  void closing_a_view_leaves_the_tensor_open() {
    DeviceTensor tensor = runtime.upload(zeros());

    tensor.view(1, Shape.of(2)).close();

    assertAllowed(runtime, job(IN), tensor);
  }

  @Test
  void a_closed_device_tensor_of_an_empty_shape_is_refused_too() {
    DeviceTensor empty = runtime.allocate(DataType.FLOAT32, Shape.of(0));
    assertAllowed(runtime, job(IN), empty);

    empty.close();

    assertRefused(runtime, job(IN), empty).hasMessageContaining("is closed");
  }

  @Test
  void a_device_tensor_of_another_runtime_is_refused() {
    try (DeviceRuntime other = Sluice.open("sim");
        DeviceTensor foreign = other.upload(zeros())) {
      assertRefused(runtime, job(IN), foreign)
          .hasMessageContaining("argument 0 'a'")
          .hasMessageContaining("of another runtime");
      assertThatThrownBy(() -> runtime.download(foreign)).isInstanceOf(RejectedCallException.class);
      assertThatThrownBy(() -> runtime.copyToDevice(zeros(), foreign))
          .isInstanceOf(RejectedCallException.class);
      assertAllowed(other, job(IN), foreign);
    }
  }

  @Test
  void a_view_that_reaches_outside_its_tensor_is_refused() {
    DeviceTensor tensor = runtime.upload(zeros());

    assertThatThrownBy(() -> tensor.view(2, Shape.of(3))).isInstanceOf(RejectedCallException.class);
    assertThatThrownBy(() -> tensor.view(0, Shape.of(3), 2))
        .isInstanceOf(RejectedCallException.class);
    assertThatThrownBy(() -> tensor.view(-1, Shape.of(1)))
        .isInstanceOf(RejectedCallException.class);
    assertAllowed(runtime, job(IN), tensor.view(1, Shape.of(2), 2));
  }

  @Test
  void what_a_failed_launch_may_have_written_is_refused_as_input_until_it_is_overwritten() {
    DeviceTensor read = runtime.upload(zeros());
    DeviceTensor written = runtime.upload(zeros());
    failWith(read, written);

    assertRefused(runtime, job("reads", IN), written).hasMessageContaining("are undefined");
    assertRefused(runtime, job("updates", INOUT), written).hasMessageContaining("are undefined");
    assertThatThrownBy(() -> runtime.download(written))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("assumeValid()");
    assertAllowed(runtime, job("reads", IN), read);
    assertAllowed(runtime, job("writes", OUT), written);
    assertAllowed(runtime, job("reads", IN), written);
  }

  @Test
  void a_copy_or_the_callers_word_makes_it_usable_again() {
    DeviceTensor read = runtime.upload(zeros());
    DeviceTensor written = runtime.upload(zeros());

    failWith(read, written);
    runtime.copyToDevice(zeros(), written);
    assertAllowed(runtime, job("reads", IN), written);

    failWith(read, written);
    written.assumeValid();
    assertAllowed(runtime, job("reads", IN), written);
  }

  @Test
  void only_the_bytes_of_the_view_that_was_an_argument_are_undefined() {
    DeviceTensor read = runtime.upload(zeros());
    DeviceTensor whole = runtime.upload(zeros());
    failWith(read, whole.view(2, Shape.of(2)));

    assertAllowed(runtime, job("reads", IN), whole.view(0, Shape.of(2)));
    assertRefused(runtime, job("reads", IN), whole.view(1, Shape.of(2)))
        .hasMessageContaining("bytes 8..");
  }

  /** Runs a callable that throws; it may write its second tensor. */
  private void failWith(DeviceTensor read, DeviceTensor written) {
    IllegalStateException broken = new IllegalStateException("broken kernel");
    try (RegisteredCallable registered = runtime.register(failing(broken))) {
      assertThatThrownBy(() -> registered.run(TaskArgs.of(read, written)))
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("callable 'failing' on sim:0")
          .hasMessageContaining("broken kernel")
          .cause()
          .isSameAs(broken);
    }
  }

  private static DeviceCallable failing(RuntimeException failure) {
    return DeviceCallable.builder("failing")
        .signature(Signature.builder().in("read").inout("written").build())
        .artifact(
            "sim",
            (JavaKernel)
                arguments -> {
                  throw failure;
                })
        .build();
  }

  @Test
  void a_failed_launch_changes_no_host_byte_and_the_next_run_is_right() {
    HostTensor host = zeros();
    DeviceCallable half =
        DeviceCallable.builder("half")
            .signature(Signature.builder().inout("a").build())
            .artifact(
                "sim",
                (JavaKernel)
                    arguments -> {
                      arguments.tensor("a").setFloat(0, 7);
                      if (arguments.tensor("a").getFloat(1) == 0) {
                        throw new IOException("half-way");
                      }
                    })
            .build();

    assertThatThrownBy(() -> runtime.run(half, TaskArgs.of(host)))
        .isInstanceOf(LaunchException.class)
        .hasCauseInstanceOf(IOException.class);
    assertThat(host.getFloat(0)).isZero();

    host.setFloat(1, 1);
    runtime.run(half, TaskArgs.of(host));
    assertThat(host.getFloat(0)).isEqualTo(7);
  }

  @Test
  void an_error_in_a_kernel_fails_the_launch_and_not_the_runtime() {
    DeviceCallable broken =
        DeviceCallable.builder("broken")
            .artifact(
                "sim",
                (JavaKernel)
                    arguments -> {
                      throw new AssertionError("an error");
                    })
            .build();

    assertThatThrownBy(() -> runtime.run(broken, TaskArgs.of()))
        .isInstanceOf(LaunchException.class)
        .hasCauseInstanceOf(AssertionError.class);
    assertAllowed(runtime, job(IN), zeros());
  }
}
