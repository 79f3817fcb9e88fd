package dev.sluice.it.refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceRuntime;
import dev.sluice.RuntimeTotals;
import dev.sluice.core.Sluice;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies to and from device tensors: what they move, and what they refuse. */
class MemoryCallTest {

  private static final Shape SHAPE = Shape.of(4);

  private final DeviceRuntime runtime = Sluice.open("sim");
  private final DeviceTensor tensor = runtime.upload(numbers());

  @AfterEach
  void runtime_and_device_counted_the_same() {
    RuntimeTotals totals = runtime.totals();
    DeviceCounters device = runtime.capability(DeviceCounters.class).orElseThrow();
    assertThat(totals.counts()).isEqualTo(device.counts());
    assertThat(totals.liveBytes()).isEqualTo(device.liveBytes());
    tensor.close();
    runtime.close();
  }

  private static HostTensor numbers() {
    return HostTensor.wrap(new int[] {1, 2, 3, 4}, SHAPE);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(RejectedCallException.class);
  }

  private static ByteBuffer buffer(boolean direct, int bytes) {
    return direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
  }

  @Test
  void an_upload_comes_back_by_download() {
    HostTensor back = runtime.download(tensor);

    assertThat(back.dataType()).isEqualTo(DataType.INT32);
    assertThat(back.shape()).isEqualTo(SHAPE);
    assertThat(back.getInt(3)).isEqualTo(4);
  }

  @Test
  void a_copy_moves_only_between_tensors_of_one_type_and_shape() {
    HostTensor same = numbers();
    runtime.copyToHost(tensor, same);
    runtime.copyToDevice(same, tensor);

    assertRefused(() -> runtime.copyToDevice(HostTensor.allocate(DataType.FLOAT32, SHAPE), tensor));
    assertRefused(
        () -> runtime.copyToHost(tensor, HostTensor.allocate(DataType.INT32, Shape.of(2, 2))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_range_moves_exactly_its_bytes_and_the_buffers_position(boolean direct) {
    ByteBuffer source = buffer(direct, 10).put(3, (byte) 7).position(2).limit(6);
    runtime.copyToDevice(source, tensor, new ByteRange(8, 4));

    assertThat(source.position()).isEqualTo(6);
    HostTensor back = runtime.download(tensor);
    assertThat(back.getInt(1)).isEqualTo(2);
    assertThat(back.getInt(2)).isEqualTo(7 << 8);
    assertThat(back.getInt(3)).isEqualTo(4);

    ByteBuffer target = buffer(direct, 10).position(1).limit(9);
    runtime.copyToHost(tensor, new ByteRange(8, 8), target);
    assertThat(target.position()).isEqualTo(9);
    assertThat(target.get(2)).isEqualTo((byte) 7);
    assertThat(target.get(5)).isEqualTo((byte) 4);
    assertThat(target.limit(10).get(9)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_range_that_does_not_fit_is_refused_and_moves_no_position(boolean direct) {
    ByteBuffer buffer = buffer(direct, 8);

    assertRefused(() -> runtime.copyToDevice(buffer, tensor, new ByteRange(12, 8)));
    assertRefused(() -> runtime.copyToDevice(buffer, tensor, new ByteRange(0, 4)));
    assertRefused(() -> runtime.copyToHost(tensor, new ByteRange(12, 8), buffer));
    assertRefused(() -> runtime.copyToHost(tensor, new ByteRange(0, 9), buffer));
    assertRefused(() -> runtime.copyToHost(tensor, new ByteRange(0, 8), buffer.asReadOnlyBuffer()));
    assertThat(buffer.position()).isZero();
    runtime.copyToDevice(buffer.asReadOnlyBuffer(), tensor, new ByteRange(8, 8));
  }

  @Test
  void an_empty_range_moves_nothing() {
    runtime.copyToDevice(ByteBuffer.allocate(0), tensor, new ByteRange(16, 0));
    runtime.copyToHost(tensor, new ByteRange(0, 0), ByteBuffer.allocate(0));

    assertThat(runtime.totals().counts().uploadCopies()).isEqualTo(1);
    assertThat(runtime.totals().counts().downloadCopies()).isZero();
  }

  @Test
  void a_strided_view_is_refused_and_a_contiguous_one_is_copied() {
    DeviceTensor strided = tensor.view(0, Shape.of(2), 2);
    HostTensor two = HostTensor.allocate(DataType.INT32, Shape.of(2));

    assertThat(strided.isContiguous()).isFalse();
    assertRefused(() -> runtime.download(strided));
    assertRefused(() -> runtime.copyToDevice(two, strided));
    assertRefused(() -> runtime.copyToHost(strided, two));
    assertRefused(() -> runtime.copyToHost(strided, new ByteRange(0, 8), ByteBuffer.allocate(8)));
    assertThat(runtime.download(tensor.view(1, Shape.of(2))).getInt(1)).isEqualTo(3);
  }

  @Test
  void read_only_memory_is_no_target() {
    assertRefused(() -> runtime.copyToHost(tensor, numbers().asReadOnly()));
    runtime.copyToDevice(numbers().asReadOnly(), tensor);
  }

  @Test
  void a_device_tensor_of_zero_bytes_takes_no_memory() {
    long live = runtime.totals().liveBytes();
    try (DeviceTensor empty = runtime.allocate(DataType.INT32, Shape.of(0, 7))) {
      assertThat(runtime.totals().liveBytes()).isEqualTo(live);
      assertThat(runtime.download(empty).byteCount()).isZero();
    }
  }

  @Test
  void generations_are_never_used_again() {
    DeviceTensor first = runtime.allocate(DataType.INT32, SHAPE);
    first.close();
    try (DeviceTensor second = runtime.allocate(DataType.INT32, SHAPE)) {
      assertThat(second.generation()).isGreaterThan(first.generation());
      assertThat(first.isOpen()).isFalse();
    }
  }
}
