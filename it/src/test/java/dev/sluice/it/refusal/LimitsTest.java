package dev.sluice.it.refusal;

import static dev.sluice.ArgDirection.IN;
import static dev.sluice.ArgDirection.INOUT;
import static dev.sluice.it.refusal.Refusals.assertAllowed;
import static dev.sluice.it.refusal.Refusals.assertRefused;
import static dev.sluice.it.refusal.Refusals.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceLimits;
import dev.sluice.DeviceRuntime;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.RejectedCallException;
import dev.sluice.it.fault.WatchedPlatform;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a device cannot take is refused before anything is touched. */
class LimitsTest {

  private static final DeviceLimits NARROW =
      DeviceLimits.builder()
          .largestAllocationBytes(4096)
          .maxTensors(3)
          .maxScalars(1)
          .elementTypes(EnumSet.of(DataType.FLOAT32, DataType.INT8))
          .zeroSizeArguments(false)
          .build();

  private final WatchedPlatform platform = new WatchedPlatform(NARROW);
  private final DeviceRuntime runtime = Sluice.builder().platform(platform).open();

  @AfterEach
  void close() {
    runtime.close();
    assertThat(platform.calls().mistakes()).isEmpty();
  }

  private static HostTensor tensor(DataType type, long elements) {
    return HostTensor.allocate(type, Shape.of(elements));
  }

  @Test
  void an_element_type_that_the_device_lacks_is_refused() {
    assertRefused(runtime, job(IN), tensor(DataType.INT64, 1))
        .hasMessage(
            "callable 'job' on sim:0, argument 0 'a' (8 bytes): the device does not take INT64"
                + " elements; use one of [FLOAT32, INT8]");
    assertAllowed(runtime, job(IN), tensor(DataType.FLOAT32, 1));
  }

  @Test
  void more_tensors_than_the_device_takes_are_refused() {
    HostTensor one = tensor(DataType.INT8, 1);

    assertRefused(runtime, job(IN, IN, IN, IN), one, one, one, one)
        .hasMessageContaining("4 tensors are more than the device takes in one call")
        .hasMessageContaining("pass at most 3");
    assertAllowed(runtime, job(IN, IN, IN), one, one, one);
  }

  @Test
  void more_scalars_than_the_device_takes_are_refused() {
    Signature two = Signature.builder().scalar(ScalarType.BITS).scalar(ScalarType.BITS).build();
    Signature one = Signature.builder().scalar(ScalarType.BITS).build();

    assertRefused(runtime, job("two", two), TaskArgs.builder().scalar(1).scalar(2).build())
        .hasMessageContaining("2 scalars are more than the device takes");
    assertAllowed(runtime, job("one", one), TaskArgs.builder().scalar(1).build());
  }

  @Test
  void a_tensor_beyond_the_largest_allocation_is_refused_and_one_of_its_size_allowed() {
    assertRefused(runtime, job(IN), tensor(DataType.INT8, 4097))
        .hasMessageContaining("(4097 bytes)")
        .hasMessageContaining("the device allocates at most 4096 bytes at once");
    assertAllowed(runtime, job(IN), tensor(DataType.INT8, 4096));
  }

  @Test
  void tensors_that_together_exceed_the_largest_allocation_are_staged_in_several() {
    assertAllowed(
        runtime,
        job(IN, INOUT, IN),
        tensor(DataType.INT8, 3000),
        tensor(DataType.INT8, 4096),
        tensor(DataType.INT8, 1));

    assertThat(platform.calls().made().stream().filter("allocate"::equals).count())
        .isBetween(2L, 3L);
  }

  @Test
  void zero_bytes_are_refused_where_the_device_says_so() {
    for (ArgDirection direction : ArgDirection.values()) {
      assertRefused(runtime, job(direction), tensor(DataType.FLOAT32, 0))
          .hasMessageContaining("the device does not take tensors of zero bytes");
    }
  }

  @Test
  void a_device_tensor_of_another_type_or_beyond_the_largest_allocation_is_refused() {
    assertThatThrownBy(() -> runtime.allocate(DataType.INT64, Shape.of(1)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("INT64");
    assertThatThrownBy(() -> runtime.allocate(DataType.INT8, Shape.of(4097)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("4096");
    runtime.allocate(DataType.INT8, Shape.of(4096)).close();
  }

  @Test
  void the_simulators_own_limits_are_those_of_the_hardware_it_models() {
    try (DeviceRuntime simulator = Sluice.open("sim")) {
      assertThat(simulator.limits().maxTensors()).isEqualTo(256);
      assertThat(simulator.limits().maxScalars()).isEqualTo(128);
      HostTensor one = tensor(DataType.INT8, 1);
      Signature.Builder signature = Signature.builder();
      TaskArgs.Builder args = TaskArgs.builder();
      for (int i = 0; i < 256; i++) {
        signature.tensor(IN);
        args.tensor(one);
      }
      assertAllowed(simulator, job("most", signature.build()), args.build());
      assertRefused(simulator, job("more", signature.tensor(IN).build()), args.tensor(one).build())
          .hasMessageContaining("257 tensors");
    }
  }
}
