package dev.sluice.it.fault;

import static dev.sluice.sim.fault.DeviceCall.ALLOCATE;
import static dev.sluice.sim.fault.DeviceCall.DOWNLOAD;
import static dev.sluice.sim.fault.DeviceCall.FILL;
import static dev.sluice.sim.fault.DeviceCall.FINISH;
import static dev.sluice.sim.fault.DeviceCall.LAUNCH;
import static dev.sluice.sim.fault.DeviceCall.REGISTER;
import static dev.sluice.sim.fault.DeviceCall.UPLOAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.RegisteredCallable;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.sim.fault.Fault;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What can be made to go wrong on a simulated device. A call adds {@code a} and {@code b}. */
class FaultTest {

  private static final JavaKernel ADD =
      args -> {
        for (int i = 0; i < 2; i++) {
          args.tensor("sum").setInt(i, args.tensor("a").getInt(i) + args.tensor("b").getInt(i));
        }
      };

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("add")
          .signature(Signature.builder().in("a").in("b").out("sum").build())
          .artifact("sim", ADD)
          .build();

  private final int[] a = {1, 2};
  private final int[] b = {3, 4};
  private final int[] sum = new int[2];
  private final TaskArgs args = TaskArgs.of(tensor(a), tensor(b), tensor(sum));

  private DeviceRuntime runtime;
  private RegisteredCallable add;

  private static HostTensor tensor(int[] values) {
    return HostTensor.wrap(values, Shape.of(values.length));
  }

  private void open(Fault... faults) {
    runtime =
        Sluice.builder()
            .platform(new SimPlatform(SimOptions.builder().faults(faults).build()))
            .outputFill(OutputFill.ZERO)
            .open();
    add = runtime.register(CALLABLE);
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  private void assertAdds() {
    sum[0] = sum[1] = 0;
    add.run(args);
    assertThat(sum).containsExactly(4, 6);
  }

  @Test
  void the_first_call_fails_once_unless_more_is_said() {
    open(Fault.on(UPLOAD));

    assertThatThrownBy(() -> add.run(args))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("argument 0 'a'")
        .hasMessageContaining("call 1 (upload) was made to fail");
    assertAdds();
  }

  @Test
  void calls_are_counted_over_runs() {
    open(Fault.on(UPLOAD).call(4).withNativeCode(-7)); // two a run

    assertAdds();
    assertThatThrownBy(() -> add.run(args))
        .hasMessageContaining("argument 1 'b'")
        .hasMessageContaining("native code -7");
    assertAdds();
  }

  @Test
  void a_fault_that_is_always_there_strikes_from_its_call_on() {
    open(Fault.on(FINISH).call(2).always());

    assertAdds();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> add.run(args)).isInstanceOf(LaunchException.class);
    }
  }

  @Test
  void each_fault_counts_the_calls_that_fit_it() {
    open(Fault.on(UPLOAD).call(2), Fault.on(FILL).call(2), Fault.onAny().call(10));

    assertThatThrownBy(() -> add.run(args)).hasMessageContaining("call 2 (upload)");
    assertThatThrownBy(() -> add.run(args)) // register, allocate, two uploads, then three more
        .hasMessageContaining("call 10 (");
  }

  @Test
  void a_call_can_be_told_by_its_size() {
    open(Fault.on(ALLOCATE).ofBytes(4096).runningOut());

    assertAdds();
    assertThatThrownBy(() -> runtime.upload(HostTensor.wrap(new int[1024], Shape.of(1024))))
        .isInstanceOf(DeviceMemoryException.class)
        .hasMessageContaining("call 1 (allocate) was made to fail");
  }

  @Test
  void a_download_can_be_told_by_its_argument() {
    open(Fault.on(DOWNLOAD).ofArgument("sum").always(), Fault.on(UPLOAD).ofArgument("b"));

    assertThatThrownBy(() -> add.run(args))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("argument 2 'sum'");
  }

  @Test
  void an_upload_can_be_told_by_its_argument_once_the_device_has_seen_where_it_lies() {
    open(Fault.on(UPLOAD).ofArgument("b"));

    assertAdds(); // where b lies is not known before the first launch
    assertThatThrownBy(() -> add.run(args)).hasMessageContaining("argument 1 'b'");
    assertAdds();
  }

  @Test
  void a_launch_can_be_told_by_an_argument() {
    open(Fault.on(LAUNCH).ofArgument("other"));
    assertAdds();

    runtime.capability(SimDevice.class).orElseThrow().inject(Fault.on(LAUNCH).ofArgument("b"));
    assertThatThrownBy(() -> add.run(args)).isInstanceOf(LaunchException.class);
  }

  @Test
  void a_device_can_be_lost() {
    open(Fault.on(DOWNLOAD).losing());

    assertThatThrownBy(() -> add.run(args)).isInstanceOf(DeviceLostException.class);
    assertThat(runtime.isOpen()).isFalse();
  }

  @Test
  void a_platform_can_throw_what_it_should_not() {
    IllegalStateException own = new IllegalStateException("own");
    open();
    runtime
        .capability(SimDevice.class)
        .orElseThrow()
        .inject(Fault.on(REGISTER).throwing(() -> own));

    assertThatThrownBy(
            () -> runtime.register(DeviceCallable.builder("other").artifact("sim", ADD).build()))
        .hasRootCause(own);
  }

  @Test
  void a_byte_of_an_upload_can_arrive_inverted() {
    open(Fault.on(UPLOAD).call(2).corrupting(4)); // b[1]

    add.run(args);

    assertThat(sum).containsExactly(4, 2 + (4 ^ 0xFF));
    assertThat(b).as("the host's bytes").containsExactly(3, 4);
    assertAdds();
  }

  @Test
  void a_byte_of_a_download_can_arrive_inverted() {
    open(Fault.on(DOWNLOAD).corrupting(0));

    add.run(args);

    assertThat(sum).containsExactly(4 ^ 0xFF, 6);
    assertAdds();
  }

  @Test
  void a_byte_behind_the_end_of_a_copy_is_not_corrupted() {
    open(Fault.onAny().corrupting(8).always());

    assertAdds();
  }

  @Test
  void a_delayed_call_succeeds_later() {
    Duration delay = Duration.ofMillis(20);
    open(Fault.on(LAUNCH).delaying(delay));
    long start = System.nanoTime();

    assertAdds();

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(delay.toNanos());
  }

  @Test
  void faults_can_be_taken_away() {
    open(Fault.onAny().call(2).always());
    runtime.capability(SimDevice.class).orElseThrow().inject();

    assertAdds();
  }

  @Test
  void two_devices_count_for_themselves() {
    SimPlatform platform =
        new SimPlatform(SimOptions.builder().faults(Fault.on(LAUNCH).call(2)).build());
    runtime = Sluice.builder().platform(platform).open();
    try (DeviceRuntime second = Sluice.builder().platform(platform).open()) {
      runtime.run(CALLABLE, args);
      second.run(CALLABLE, args);
      assertThatThrownBy(() -> second.run(CALLABLE, args)).isInstanceOf(LaunchException.class);
    }
  }

  @Test
  void a_fault_that_cannot_be_is_refused() {
    open();
    assertThatThrownBy(() -> Fault.on(UPLOAD).call(0))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("a fault cannot be of call 0; count calls from 1");
    assertThatThrownBy(() -> Fault.on(UPLOAD).ofBytes(0))
        .hasMessage("a fault cannot be of calls of 0 bytes; give at least 1");
    assertThatThrownBy(() -> Fault.on(UPLOAD).corrupting(-1))
        .hasMessage("a fault cannot be of byte -1; count bytes from 0");
    assertThatThrownBy(() -> Fault.on(UPLOAD).delaying(Duration.ofSeconds(-1)))
        .hasMessage("a fault cannot be of a delay of PT-1S; give zero or more");
    assertThat(Fault.on(UPLOAD).fits(UPLOAD, 1, Set.of())).isTrue();
  }
}
