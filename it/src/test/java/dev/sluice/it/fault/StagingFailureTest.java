package dev.sluice.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceLimits;
import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.it.fault.DeviceCalls.Failing;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.PlacedCall;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.DataType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Staging in several allocations, of which one cannot be had. */
class StagingFailureTest {

  private static final int LARGEST_BYTES = 4096;

  private final WatchedPlatform platform =
      new WatchedPlatform(DeviceLimits.builder().largestAllocationBytes(LARGEST_BYTES).build());
  private final DeviceCalls calls = platform.calls();
  private final DeviceRuntime runtime = Sluice.builder().platform(platform).open();

  @AfterEach
  void nothing_is_left() {
    calls.forget();
    runtime.close();
    assertThat(calls.mistakes()).isEmpty();
    assertThat(calls.liveBytes()).isZero();
  }

  private static ModelCall call(int bytesEach) {
    Argument argument =
        new Argument(ArgDirection.INOUT, Where.HOST_DIRECT, DataType.UINT8, bytesEach, 1);
    return ModelCall.of(argument, argument, argument);
  }

  @Test
  void a_failed_allocation_among_several_leaves_none() {
    try (PlacedCall large = PlacedCall.on(runtime, call(LARGEST_BYTES))) {
      runtime.register(large.call().callable());
      for (int n = 1; n <= 3; n++) {
        calls.failCall(n, Failing.FAILED);

        assertThatThrownBy(() -> runtime.run(large.call().callable(), large.args()))
            .isInstanceOf(DeviceMemoryException.class);

        assertThat(calls.liveBytes()).isZero();
        assertThat(runtime.totals().liveBytes()).isZero();
      }
      calls.forget();
      assertThat(runtime.run(large.call().callable(), large.args()).counts().allocations())
          .isEqualTo(3);
    }
  }

  @Test
  void a_failed_growth_leaves_none_either() {
    try (PlacedCall small = PlacedCall.on(runtime, call(1000));
        PlacedCall large = PlacedCall.on(runtime, call(LARGEST_BYTES))) {
      runtime.register(large.call().callable());
      runtime.run(small.call().callable(), small.args());
      calls.failCall(3, Failing.FAILED); // after the small one was freed and replaced

      assertThatThrownBy(() -> runtime.run(large.call().callable(), large.args()))
          .isInstanceOf(DeviceMemoryException.class);

      assertThat(calls.made()).startsWith("free", "allocate", "allocate");
      assertThat(calls.liveBytes()).isZero();
      calls.forget();
      assertThat(runtime.run(small.call().callable(), small.args()).counts().allocations())
          .isEqualTo(1);
    }
  }
}
