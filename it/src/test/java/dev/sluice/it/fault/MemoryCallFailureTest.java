package dev.sluice.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.core.Sluice;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.SluiceException;
import dev.sluice.error.TransferException;
import dev.sluice.it.fault.DeviceCalls.Failing;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.PlacedCall;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failures of the calls that are not runs: each says what happened, leaks nothing, goes on. */
class MemoryCallFailureTest {

  private static final Shape SHAPE = Shape.of(4);
  private static final ModelCall CALL =
      ModelCall.of(new Argument(ArgDirection.INOUT, Where.HOST_DIRECT, DataType.INT32, 4, 7));

  private final WatchedPlatform platform = new WatchedPlatform();
  private final DeviceCalls calls = platform.calls();
  private final DeviceRuntime runtime = Sluice.builder().platform(platform).open();

  @AfterEach
  void nothing_is_left() {
    calls.forget();
    runtime.close();
    assertThat(calls.mistakes()).isEmpty();
    assertThat(calls.liveBytes()).isZero();
    assertThat(runtime.totals().liveBytes()).isZero();
  }

  private static HostTensor numbers() {
    return HostTensor.wrap(new int[] {1, 2, 3, 4}, SHAPE);
  }

  @Test
  void a_failed_allocation_makes_no_tensor() {
    calls.failCall(1, Failing.FAILED);

    assertThatThrownBy(() -> runtime.allocate(DataType.INT32, SHAPE))
        .isInstanceOf(DeviceMemoryException.class)
        .hasMessage(
            "sim:0 (16 bytes): call 1 (allocate) was made to fail (native code 507); close device tensors, call"
                + " trim(), or pass smaller tensors");
    assertThat(runtime.liveTensors()).isEmpty();
  }

  @Test
  void a_failed_upload_frees_what_it_allocated() {
    calls.failCall(2, Failing.FAILED);

    assertThatThrownBy(() -> runtime.upload(numbers()))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("call 2 (upload)");
    assertThat(calls.made()).containsExactly("allocate", "upload", "free");
    assertThat(runtime.liveTensors()).isEmpty();
    assertThat(runtime.totals().liveBytes()).isZero();
  }

  @Test
  void a_failed_copy_to_the_device_leaves_the_target_undefined_until_it_is_overwritten() {
    DeviceTensor target = runtime.upload(numbers());
    calls.failCall(1, Failing.FAILED);

    assertThatThrownBy(() -> runtime.copyToDevice(numbers(), target))
        .isInstanceOf(TransferException.class);
    assertThatThrownBy(() -> runtime.download(target))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("undefined");

    runtime.copyToDevice(numbers(), target);
    assertThat(runtime.download(target).getInt(3)).isEqualTo(4);
  }

  @Test
  void a_failed_copy_of_a_range_leaves_only_the_range_undefined() {
    DeviceTensor target = runtime.upload(numbers());
    calls.failCall(1, Failing.UNEXPECTED);
    ByteBuffer source = ByteBuffer.allocate(8);

    assertThatThrownBy(() -> runtime.copyToDevice(source, target, new ByteRange(4, 8)))
        .isInstanceOf(TransferException.class);

    assertThat(source.position()).as("position of the source").isZero();
    ByteBuffer untouched = ByteBuffer.allocate(4);
    runtime.copyToHost(target, new ByteRange(12, 4), untouched);
    assertThat(untouched.get(0)).isEqualTo((byte) 4);
    assertThatThrownBy(
            () -> runtime.copyToHost(target, new ByteRange(8, 4), ByteBuffer.allocate(4)))
        .isInstanceOf(RejectedCallException.class);
    target.assumeValid();
    runtime.copyToHost(target, new ByteRange(8, 4), ByteBuffer.allocate(4));
  }

  @Test
  void a_failed_download_leaves_the_device_tensor_usable() {
    DeviceTensor source = runtime.upload(numbers());
    calls.failCall(1, Failing.FAILED);

    assertThatThrownBy(() -> runtime.download(source))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("the download failed");

    assertThat(runtime.download(source).getInt(0)).isEqualTo(1);
  }

  @Test
  void a_failed_trim_gives_the_staging_up_and_the_next_run_gets_its_own() {
    try (PlacedCall placed = PlacedCall.on(runtime, CALL)) {
      runtime.run(CALL.callable(), placed.args());
      calls.failCall(1, Failing.FAILED);

      assertThatThrownBy(runtime::trim).isInstanceOf(SluiceException.class);

      calls.forget();
      runtime.run(CALL.callable(), placed.args());
      assertThat(calls.made()).startsWith("allocate").doesNotContain("free");
    }
  }

  @Test
  void a_failed_registration_registers_nothing() {
    calls.failCall(1, Failing.FAILED);

    assertThatThrownBy(() -> runtime.register(CALL.callable()))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("call 1 (register)");

    calls.forget();
    runtime.register(CALL.callable());
    assertThat(calls.made()).containsExactly("register");
  }

  @Test
  void a_registration_that_fails_to_close_is_closed() {
    RegisteredCallable registered = runtime.register(CALL.callable());
    calls.failCall(1, Failing.FAILED);

    assertThatThrownBy(registered::close)
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("the device did not unload it: call 1 (unregister)");

    registered.close();
    assertThat(calls.made()).containsExactly("unregister");
  }

  @Test
  void a_device_tensor_that_fails_to_close_is_closed() {
    DeviceTensor tensor = runtime.upload(numbers());
    calls.failCall(1, Failing.FAILED);

    assertThatThrownBy(tensor::close).isInstanceOf(SluiceException.class);

    assertThat(tensor.isOpen()).isFalse();
    tensor.close();
    assertThat(calls.made()).containsExactly("free");
  }

  @Test
  void a_close_that_fails_half_way_closes_the_rest_and_is_not_repeated() {
    int steps = 4; // free a tensor, free the staging, unregister, close
    for (int n = 1; n <= steps; n++) {
      WatchedPlatform own = new WatchedPlatform();
      DeviceRuntime failing = Sluice.builder().platform(own).open();
      failing.upload(numbers());
      try (PlacedCall placed = PlacedCall.on(failing, CALL)) {
        failing.run(CALL.callable(), placed.args());
      }
      own.calls().failCall(n, Failing.FAILED);

      assertThatThrownBy(failing::close)
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining("call " + n);

      assertThat(own.calls().made()).containsExactly("free", "free", "unregister", "close");
      assertThat(own.calls().mistakes()).isEmpty();
      assertThat(failing.isOpen()).isFalse();
      failing.close();
      assertThatThrownBy(() -> failing.allocate(DataType.INT8, SHAPE))
          .isInstanceOf(ClosedRuntimeException.class);
    }
  }

  @Test
  void a_device_lost_in_a_memory_call_is_lost_for_runs() {
    DeviceTensor tensor = runtime.upload(numbers());
    calls.failCall(1, Failing.LOST);

    assertThatThrownBy(() -> runtime.download(tensor)).isInstanceOf(DeviceLostException.class);

    try (PlacedCall placed = PlacedCall.on(runtime, CALL)) {
      assertThatThrownBy(() -> runtime.run(CALL.callable(), placed.args()))
          .isInstanceOf(DeviceLostException.class)
          .hasCause(calls.thrown());
    }
    assertThatThrownBy(() -> runtime.download(tensor)).isInstanceOf(DeviceLostException.class);
    tensor.close();
  }
}
