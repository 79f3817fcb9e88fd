package dev.sluice.it.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.Transfer;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.Sluice;
import dev.sluice.error.TransferException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.fault.DeviceCall;
import dev.sluice.sim.fault.Fault;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Small arguments share a copy where the device says that copies cost more than their bytes. */
class PackedCopiesTest {

  /** Here an argument is small up to 2047 bytes, a quarter of what a copy costs. */
  private static final CostProfile COSTLY =
      CostProfile.builder("costly")
          .copyNanos(8192)
          .uploadBytesPerSecond(1e9)
          .downloadBytesPerSecond(1e9)
          .build();

  /** Elements of a tensor behind which another may start without a gap. */
  private static final int LENGTH = 16;

  private static final int BYTES = LENGTH * Integer.BYTES;
  private static final int LARGE_BYTES = 2048;

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("f")
          .signature(
              Signature.builder()
                  .out("sum")
                  .in("a")
                  .in("large")
                  .inout("state")
                  .in("b")
                  .out("difference")
                  .build())
          .artifact("sim", kernel())
          .build();

  private static JavaKernel kernel() {
    return args -> {
      for (int i = 0; i < args.tensor("a").elementCount(); i++) {
        int a = args.tensor("a").getInt(i);
        int b = args.tensor("b").getInt(i);
        int state = args.tensor("state").getInt(i);
        args.tensor("sum").setInt(i, a + b + state);
        args.tensor("difference").setInt(i, a - b + args.tensor("large").getInt(i));
        args.tensor("state").setInt(i, state + 1);
      }
    };
  }

  private int[] sum = {};
  private int[] state = {};
  private int[] difference = {};

  private TaskArgs args(int length) {
    sum = new int[length];
    state = filled(length, 7);
    difference = new int[length];
    TaskArgs.Builder args = TaskArgs.builder();
    for (int[] values :
        List.of(
            sum,
            filled(length, 1),
            filled(LARGE_BYTES / Integer.BYTES, 100),
            state,
            filled(length, 10),
            difference)) {
      args.tensor(HostTensor.wrap(values, Shape.of(values.length)));
    }
    return args.build();
  }

  private static int[] filled(int length, int value) {
    int[] values = new int[length];
    Arrays.fill(values, value);
    return values;
  }

  private static DeviceRuntime open(CostProfile profile, TransferMode mode) {
    return Sluice.builder()
        .platform(new SimPlatform(SimOptions.builder().profile(profile).build()))
        .transferMode(mode)
        .open();
  }

  private static void inject(DeviceRuntime runtime, Fault fault) {
    runtime.capability(SimDevice.class).orElseThrow().inject(fault);
  }

  private void assertResults() {
    assertThat(sum).containsOnly(18);
    assertThat(difference).containsOnly(91);
    assertThat(state).containsOnly(8);
  }

  @Test
  void small_arguments_go_up_in_one_copy_and_come_down_in_one() {
    try (DeviceRuntime runtime = open(COSTLY, TransferMode.GATED)) {
      RunReport report = runtime.run(CALLABLE, args(LENGTH));

      assertResults();
      TransferPlan plan = report.plan();
      assertThat(plan.packs())
          .containsExactly(
              new TransferPlan.Pack(Transfer.UPLOAD, List.of(1, 4, 3), 3 * BYTES),
              new TransferPlan.Pack(Transfer.DOWNLOAD, List.of(3, 0, 5), 3 * BYTES));
      assertThat(report.counts().uploadCopies()).isEqualTo(2).isEqualTo(plan.uploadCopies());
      assertThat(report.counts().downloadCopies()).isEqualTo(1).isEqualTo(plan.downloadCopies());
      assertThat(report.counts().uploadedBytes())
          .isEqualTo(3 * BYTES + LARGE_BYTES)
          .isEqualTo(plan.uploadBytes());
      assertThat(report.counts().downloadedBytes())
          .isEqualTo(3 * BYTES)
          .isEqualTo(plan.downloadBytes());
      assertThat(report.hostCopiedBytes()).isEqualTo(6 * BYTES + LARGE_BYTES);
      assertThat(plan.explain())
          .contains(
              """
                in one copy up: argument 1 'a', argument 4 'b', argument 3 'state'; 192 bytes
                in one copy down: argument 3 'state', argument 0 'sum', argument 5 'difference'; 192 bytes
                total: 2,240 bytes up in 2 copies, 192 bytes down in 1 copy
              """);
    }
  }

  /** Nothing but the bytes of arguments is copied, so one that leaves a gap only ends a pack. */
  @ParameterizedTest
  @CsvSource({
    "1, 4, 3",
    "15, 4, 3",
    "16, 2, 1",
    "256, 2, 1",
    "257, 4, 3",
    "272, 2, 1",
    "512, 4, 3"
  })
  void what_would_leave_a_gap_or_is_not_small_goes_alone(int length, int up, int down) {
    try (DeviceRuntime runtime = open(COSTLY, TransferMode.GATED)) {
      RunReport report = runtime.run(CALLABLE, args(length));

      assertResults();
      long bytes = (long) length * Integer.BYTES;
      assertThat(report.counts().uploadedBytes()).isEqualTo(3 * bytes + LARGE_BYTES);
      assertThat(report.counts().downloadedBytes()).isEqualTo(3 * bytes);
      assertThat(report.counts().uploadCopies()).isEqualTo(up);
      assertThat(report.counts().downloadCopies()).isEqualTo(down);
    }
  }

  @Test
  void the_bytes_of_each_argument_are_its_own_and_the_copy_is_the_first_ones() {
    try (DeviceRuntime runtime = open(COSTLY, TransferMode.GATED)) {
      RunReport report = runtime.run(CALLABLE, args(LENGTH));

      assertThat(report.counts(1).uploadedBytes()).isEqualTo(BYTES);
      assertThat(report.counts(1).uploadCopies()).isEqualTo(1);
      assertThat(report.counts(3).uploadedBytes()).isEqualTo(BYTES);
      assertThat(report.counts(3).uploadCopies()).isZero();
      assertThat(report.counts(3).downloadCopies()).isEqualTo(1);
      assertThat(report.counts(0).downloadedBytes()).isEqualTo(BYTES);
      assertThat(report.counts(0).downloadCopies()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void baselines_and_devices_of_unknown_cost_pack_nothing(TransferMode mode) {
    CostProfile profile = mode == TransferMode.GATED ? CostProfile.free() : COSTLY;
    try (DeviceRuntime runtime = open(profile, mode)) {
      RunReport report = runtime.run(CALLABLE, args(LENGTH));

      assertResults();
      assertThat(report.plan().packs()).isEmpty();
    }
  }

  @Test
  void a_pack_that_does_not_go_up_names_all_that_are_in_it() {
    try (DeviceRuntime runtime = open(COSTLY, TransferMode.GATED)) {
      inject(runtime, Fault.on(DeviceCall.UPLOAD).call(1));

      assertThatThrownBy(() -> runtime.run(CALLABLE, args(LENGTH)))
          .isInstanceOf(TransferException.class)
          .hasMessageContaining(
              "the upload of argument 1 'a', argument 4 'b', argument 3 'state' in one copy");
      assertThat(sum).containsOnly(0);
      assertThat(state).containsOnly(7);

      runtime.run(CALLABLE, args(LENGTH));
      assertResults();
    }
  }

  @Test
  void a_pack_that_does_not_come_down_leaves_the_host_as_it_was_and_is_missing() {
    try (DeviceRuntime runtime = open(COSTLY, TransferMode.GATED)) {
      inject(runtime, Fault.on(DeviceCall.DOWNLOAD).call(1));

      assertThatThrownBy(() -> runtime.run(CALLABLE, args(LENGTH)))
          .isInstanceOf(TransferException.class)
          .hasMessageContaining(
              "arrived: none; undefined on the host: argument 3 'state', argument 0 'sum', argument"
                  + " 5 'difference'");
      assertThat(state).containsOnly(7);
    }
  }

  @Test
  void a_fault_of_an_argument_strikes_the_copy_that_it_shares() {
    try (DeviceRuntime runtime = open(COSTLY, TransferMode.GATED)) {
      inject(runtime, Fault.on(DeviceCall.DOWNLOAD).ofArgument("difference").call(1));

      assertThatThrownBy(() -> runtime.run(CALLABLE, args(LENGTH)))
          .isInstanceOf(TransferException.class)
          .hasMessageContaining("undefined on the host: argument 3 'state', argument 0 'sum'");
    }
  }
}
