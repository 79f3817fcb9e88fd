package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BoundCall;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.LaunchException;
import dev.sluice.kernel.BufferKernel;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which copies a simulated device finds to be for nothing, and which not. */
class SimLintsTest {

  private static final Signature INOUT = Signature.builder().inout("x").build();
  private static final Signature IN_OUT = Signature.builder().in("x").out("y").build();

  private static final JavaKernel WRITES = args -> args.tensor("x").write(0, new int[4], 0, 4);
  private static final JavaKernel READS = args -> args.tensor("x").getInt(1);
  private static final JavaKernel COUNTS =
      args -> args.tensor("x").setInt(0, args.tensor("x").getInt(0) + 1);
  private static final JavaKernel COPIES =
      args -> {
        for (int i = 0; i < 4; i++) {
          args.tensor("y").setInt(i, args.tensor("x").getInt(i));
        }
      };

  private final DeviceRuntime runtime =
      Sluice.builder()
          .platform(new SimPlatform(SimOptions.builder().checks(CheckLevel.FULL).build()))
          .open();
  private final int[] x = {1, 2, 3, 4};

  @AfterEach
  void close() {
    runtime.close();
  }

  private static DeviceCallable callable(Signature signature, CallableArtifact kernel) {
    return DeviceCallable.builder("f").signature(signature).artifact("sim", kernel).build();
  }

  private BoundCall bound(Signature signature, JavaKernel kernel) {
    return bound(callable(signature, kernel));
  }

  private BoundCall bound(DeviceCallable callable) {
    Signature signature = callable.signature();
    HostTensor[] tensors = new HostTensor[signature.tensors().size()];
    tensors[0] = HostTensor.wrap(x, Shape.of(4));
    for (int i = 1; i < tensors.length; i++) {
      tensors[i] = HostTensor.wrap(new int[4], Shape.of(4));
    }
    return runtime.register(callable).bind(TaskArgs.of(tensors));
  }

  private List<String> lints() {
    return runtime.capability(SimDevice.class).orElseThrow().lints().stream()
        .map(Objects::toString)
        .toList();
  }

  @Test
  void an_inout_argument_that_is_written_whole_and_never_read_could_be_out() {
    BoundCall call = bound(INOUT, WRITES);

    call.run();
    call.run();

    assertThat(lints())
        .containsExactly(
            "callable 'f', argument 0 'x' is written whole and never read before; declare it OUT"
                + " (saves 32 bytes in 2 launches)");
  }

  @Test
  void nor_is_it_read_by_reading_what_the_kernel_wrote_itself() {
    bound(
            INOUT,
            args -> {
              WRITES.run(args);
              READS.run(args);
            })
        .run();

    assertThat(lints()).hasSize(1).first().asString().contains("declare it OUT");
  }

  @Test
  void an_inout_argument_that_is_written_in_part_has_to_be_inout() {
    bound(INOUT, args -> args.tensor("x").setInt(3, 1)).run();

    assertThat(lints()).isEmpty();
  }

  @Test
  void an_inout_argument_that_is_never_written_could_be_in() {
    bound(INOUT, READS).run();

    assertThat(lints())
        .containsExactly(
            "callable 'f', argument 0 'x' is never written; declare it IN (saves 16 bytes in 1"
                + " launch)");
  }

  @Test
  void one_launch_that_uses_an_argument_speaks_for_all() {
    BoundCall call =
        bound(
            INOUT,
            args -> {
              if (args.tensor("x").getInt(0) == 9) {
                args.tensor("x").setInt(1, 0);
              }
            });
    call.run();
    x[0] = 9;
    call.run();

    assertThat(lints()).isEmpty();
  }

  @Test
  void an_argument_that_is_uploaded_and_never_touched_is_named_with_all_its_copies() {
    bound(INOUT, args -> args.tensor("x").shape()).run();

    assertThat(lints())
        .containsExactly(
            "callable 'f', argument 0 'x' is uploaded and never touched; leave it out, or give it"
                + " where it is used (saves 32 bytes in 1 launch)");
  }

  @Test
  void the_same_bytes_uploaded_again_are_named_and_the_first_upload_is_not() {
    BoundCall call = bound(IN_OUT, COPIES);

    call.run();
    assertThat(lints()).isEmpty();
    call.run();
    x[3] = 5;
    call.run();
    call.run();

    assertThat(lints())
        .containsExactly(
            "callable 'f', argument 0 'x' is uploaded again unchanged; keep it in a device tensor"
                + " or a managed one (saves 32 bytes in 2 launches)");
  }

  @Test
  void bytes_that_another_callable_uploaded_before_are_not_uploaded_again() {
    bound(IN_OUT, COPIES).run();
    bound(DeviceCallable.builder("g").signature(IN_OUT).artifact("sim", COPIES).build()).run();

    assertThat(lints()).isEmpty();
  }

  @Test
  void bytes_that_come_down_and_go_up_again_count_both_ways() {
    BoundCall call = bound(INOUT, COUNTS);

    call.run();
    assertThat(lints()).isEmpty();
    call.run();

    assertThat(lints())
        .containsExactly(
            "callable 'f', argument 0 'x' comes down and goes up again unchanged; keep it in a"
                + " device tensor or a managed one (saves 32 bytes in 1 launch)");
  }

  @Test
  void bytes_that_the_host_changes_between_runs_have_to_move() {
    BoundCall call = bound(INOUT, COUNTS);

    call.run();
    x[2]++;
    call.run();

    assertThat(lints()).isEmpty();
  }

  @Test
  void kernels_on_buffers_may_have_read_and_written_everything() {
    BufferKernel idle = (tensors, args) -> {};

    bound(callable(INOUT, idle)).run();

    assertThat(lints()).isEmpty();
  }

  @Test
  void device_tensors_are_the_applications_own_business() {
    try (DeviceTensor tensor = runtime.upload(HostTensor.wrap(x, Shape.of(4)))) {
      runtime.run(callable(INOUT, (JavaKernel) args -> {}), TaskArgs.of(tensor));
    }

    assertThat(lints()).isEmpty();
  }

  @Test
  void a_launch_that_fails_counts_as_nothing() {
    BoundCall call =
        bound(
            INOUT,
            args -> {
              if (args.tensor("x").getInt(0) == 1) {
                throw new IllegalStateException();
              }
            });

    assertThatThrownBy(call::run).isInstanceOf(LaunchException.class);
    assertThat(lints()).isEmpty();
    x[0] = 2;
    call.run();

    assertThat(lints())
        .containsExactly(
            "callable 'f', argument 0 'x' is never written; declare it IN (saves 16 bytes in 1"
                + " launch)");
  }

  @Test
  void below_full_nothing_is_looked_for() {
    try (DeviceRuntime other = Sluice.builder().platform("sim").open()) {
      other.run(callable(INOUT, READS), TaskArgs.of(HostTensor.wrap(x, Shape.of(4))));

      assertThat(other.capability(SimDevice.class).orElseThrow().lints()).isEmpty();
    }
  }
}
