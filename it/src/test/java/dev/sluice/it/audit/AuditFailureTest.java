package dev.sluice.it.audit;

import static dev.sluice.AuditVerdict.SAFE;
import static dev.sluice.AuditVerdict.UNKNOWN;
import static dev.sluice.AuditVerdict.UNSAFE;
import static dev.sluice.sim.fault.DeviceCall.LAUNCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AuditReport;
import dev.sluice.AuditReport.Finding;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.Transfer;
import dev.sluice.TransferGuard;
import dev.sluice.core.Sluice;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.fault.Fault;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Audits in which the kernel or the device fails, or that may not move what they have to. */
class AuditFailureTest {

  private static final JavaKernel COPY =
      args -> {
        int value = args.tensor("in").getInt(0);
        args.tensor("first").setInt(0, value);
        args.tensor("second").setInt(0, value);
      };

  private final CountDownLatch released = new CountDownLatch(1);
  private final DeviceRuntime runtime =
      Sluice.builder().platform("sim").runTimeout(Duration.ofMillis(200)).open();
  private final HostTensor in = number(7);
  private final HostTensor out = number(0);
  private final TaskArgs args = TaskArgs.of(in, number(0), out);

  @AfterEach
  void close() {
    released.countDown();
    runtime.close();
    assertThat(in.getInt(0)).isEqualTo(7);
    assertThat(out.getInt(0)).isZero();
  }

  private static HostTensor number(int value) {
    return HostTensor.wrap(new int[] {value}, Shape.of(1));
  }

  private static DeviceCallable callable(JavaKernel kernel) {
    return DeviceCallable.builder("f")
        .signature(Signature.builder().in("in").out("first").out("second").build())
        .artifact("sim", kernel)
        .build();
  }

  private AuditReport audit(JavaKernel kernel) {
    return runtime.audit(callable(kernel), args);
  }

  private void inject(Fault... faults) {
    runtime.capability(SimDevice.class).orElseThrow().inject(faults);
  }

  @Test
  void a_kernel_that_fails_by_chance_is_not_accused() {
    AtomicInteger calls = new AtomicInteger();

    AuditReport report =
        audit(
            args -> {
              if (calls.incrementAndGet() == 3) { // the first with other contents
                throw new IllegalStateException("by chance");
              }
              COPY.run(args);
            });

    assertThat(report.arguments().stream().map(Finding::verdict))
        .containsExactly(SAFE, UNKNOWN, SAFE);
    assertThat(report.arguments().get(1).reason())
        .startsWith("the callable failed (")
        .contains("by chance")
        .endsWith(
            ") and then did not with the same contents, so what it depends on cannot be told");
  }

  @Test
  void a_launch_that_fails_by_chance_is_no_reason_to_accuse() {
    inject(Fault.on(LAUNCH).call(3));

    assertThat(audit(COPY).arguments().stream().map(Finding::verdict))
        .containsExactly(SAFE, UNKNOWN, SAFE);
  }

  @Test
  void a_kernel_that_fails_with_certain_contents_is_accused_with_all_others_tried() {
    AuditReport report =
        audit(
            args -> {
              if (args.tensor("second").getInt(0) < 0) {
                throw new IllegalStateException("negative");
              }
              COPY.run(args);
            });

    assertThat(report.arguments().stream().map(Finding::verdict))
        .containsExactly(SAFE, SAFE, UNSAFE);
  }

  @Test
  void a_device_that_is_lost_on_the_way_leaves_what_was_found_out_before() {
    AuditReport report =
        audit(
            args -> {
              args.tensor("in").setInt(0, 1);
              if (args.tensor("first").getInt(0) < 0) {
                inject(Fault.onAny().losing());
              }
              COPY.run(args);
            });

    assertThat(report.explain())
        .isEqualTo(
            """
            audit of callable 'f' on sim:0 in 2 runs
              argument 0 'in'          IN      UNSAFE    it is written, but a run does not copy it back; declare it INOUT: 4 bytes (0..4)
              argument 1 'first'       OUT     UNKNOWN   the device was lost with other contents of it (the device is lost: call 1 (finish) was made to fail), so what depends on it cannot be told
              argument 2 'second'      OUT     UNKNOWN   the device was lost with other contents of argument 1 'first', so what depends on it cannot be told
            """);
    assertThat(runtime.isOpen()).isFalse();
  }

  @Test
  void a_kernel_that_never_ends_with_other_contents_is_said_to() {
    AuditReport report =
        audit(
            args -> {
              if (args.tensor("first").getInt(0) < 0) {
                released.await();
              }
              COPY.run(args);
            });

    assertThat(report.arguments().stream().map(Finding::verdict))
        .containsExactly(SAFE, UNKNOWN, UNKNOWN);
    assertThat(report.arguments().get(1).reason())
        .contains("did not complete within the run time-out of PT0.2S");
  }

  @Test
  void a_device_that_is_lost_at_the_end_leaves_what_was_found_out_before() {
    int launches = audit(COPY).runs();
    inject(Fault.on(LAUNCH).call(launches).losing());

    assertThat(audit(COPY).arguments().stream().map(Finding::verdict))
        .containsExactly(SAFE, UNKNOWN, UNKNOWN);
  }

  @Test
  void a_callable_that_never_ends_at_all_loses_the_device_as_in_a_run() {
    assertThatThrownBy(() -> audit(args -> released.await()))
        .isInstanceOf(DeviceLostException.class)
        .hasMessageContaining("did not complete within the run time-out of PT0.2S");
  }

  @Test
  @SuppressWarnings("try") // a guard is there for its scope, not to be used in it
  void an_audit_moves_nothing_that_is_forbidden() {
    for (Transfer forbidden : Transfer.values()) {
      try (TransferGuard guard = runtime.forbid(forbidden)) {
        assertThatThrownBy(() -> audit(COPY))
            .isInstanceOf(RejectedCallException.class)
            .hasMessageContaining("which an open guard forbids to this thread");
      }
    }
    assertThat(runtime.totals().counts().uploadedBytes()).isZero();
    assertThat(audit(COPY).arguments()).extracting(Finding::verdict).containsOnly(SAFE);
  }
}
