package dev.sluice.it.audit;

import static dev.sluice.AuditVerdict.SAFE;
import static dev.sluice.AuditVerdict.UNKNOWN;
import static dev.sluice.AuditVerdict.UNSAFE;
import static dev.sluice.AuditVerdict.WASTEFUL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AuditReport;
import dev.sluice.AuditReport.Finding;
import dev.sluice.AuditVerdict;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import dev.sluice.tensor.Tensor;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Most calls have {@code in} (IN), then {@code result}, four FLOAT32 elements each. */
class AuditTest {

  private static final int ELEMENTS = 4;

  private final DeviceRuntime runtime = Sluice.open("sim");
  private final HostTensor in = floats(1, 2, 3, 4);
  private final HostTensor result = floats(5, 6, 7, 8);

  @AfterEach
  void the_callers_bytes_are_as_they_were() {
    runtime.close();
    assertThat(values(in)).containsExactly(1, 2, 3, 4);
    assertThat(values(result)).containsExactly(5, 6, 7, 8);
  }

  private static HostTensor floats(float... values) {
    return HostTensor.wrap(values, Shape.of(values.length));
  }

  private static float[] values(HostTensor tensor) {
    float[] values = new float[ELEMENTS];
    tensor.read(0, values, 0, ELEMENTS);
    return values;
  }

  private static Signature inAndOut() {
    return Signature.builder().in("in").out("result").build();
  }

  private static Signature inAndInout() {
    return Signature.builder().in("in").inout("result").build();
  }

  private AuditReport audit(Signature signature, JavaKernel kernel, Tensor... tensors) {
    DeviceCallable callable =
        DeviceCallable.builder("f").signature(signature).artifact("sim", kernel).build();
    return runtime.audit(callable, TaskArgs.of(tensors));
  }

  private AuditReport audit(Signature signature, JavaKernel kernel) {
    return audit(signature, kernel, in, result);
  }

  private static void assertVerdicts(AuditReport report, AuditVerdict... verdicts) {
    assertThat(report.arguments().stream().map(Finding::verdict)).containsExactly(verdicts);
  }

  private static void copy(KernelArguments args, int from, int to) {
    for (int i = from; i < to; i++) {
      args.tensor(1).setFloat(i, 2 * args.tensor(0).getFloat(i));
    }
  }

  @Test
  void a_kernel_that_keeps_to_its_directions_is_safe() {
    AuditReport report = audit(inAndOut(), args -> copy(args, 0, ELEMENTS));

    assertVerdicts(report, SAFE, SAFE);
    assertThat(report.explain())
        .isEqualTo(
            """
            audit of callable 'f' on sim:0 in 7 runs
              argument 0 'in'          IN      SAFE      not written
              argument 1 'result'      OUT     SAFE      written whole, whatever it held before
            """);
  }

  @Test
  void an_input_that_is_written_is_unsafe() {
    AuditReport report =
        audit(
            inAndOut(),
            args -> {
              copy(args, 0, ELEMENTS);
              args.tensor(0).setFloat(2, -1);
            });

    assertVerdicts(report, UNSAFE, SAFE);
    assertThat(report.arguments().get(0).ranges()).containsExactly(new ByteRange(8, 4));
    assertThat(report.explain())
        .contains(
            "argument 0 'in'          IN      UNSAFE    it is written, but a run does not copy it"
                + " back; declare it INOUT: 4 bytes (8..12)");
  }

  @Test
  void an_accumulator_that_is_declared_out_is_unsafe() {
    AuditReport report =
        audit(
            inAndOut(),
            args -> {
              for (int i = 0; i < ELEMENTS; i++) {
                args.tensor(1).setFloat(i, args.tensor(1).getFloat(i) + args.tensor(0).getFloat(i));
              }
            });

    assertVerdicts(report, SAFE, UNSAFE);
    assertThat(report.arguments().get(1).reason())
        .isEqualTo(
            "the result depends on what it held before, which a run does not upload; declare it"
                + " INOUT");
    assertThat(report.arguments().get(1).bytes()).isEqualTo(16);
  }

  @Test
  void the_same_accumulator_is_safe_where_it_is_declared_inout() {
    AuditReport report =
        audit(
            inAndInout(),
            args -> {
              for (int i = 0; i < ELEMENTS; i++) {
                args.tensor(1).setFloat(i, args.tensor(1).getFloat(i) + args.tensor(0).getFloat(i));
              }
            });

    assertVerdicts(report, SAFE, SAFE);
  }

  @Test
  void bytes_of_an_output_that_stay_unwritten_are_named() {
    AuditReport report = audit(inAndOut(), args -> copy(args, 0, ELEMENTS - 1));

    assertVerdicts(report, SAFE, UNSAFE);
    assertThat(report.arguments().get(1).ranges()).containsExactly(new ByteRange(12, 4));
    assertThat(report.explain())
        .contains(
            "it is not written whole, and a run copies back whatever the device held; declare it"
                + " INOUT, or write all of it: 4 bytes (12..16)");
  }

  @Test
  void every_other_byte_that_stays_unwritten_is_counted_and_the_first_sixteen_are_named() {
    int bytes = 200_000; // more than the audit looks at in one piece
    HostTensor target = HostTensor.allocate(DataType.UINT8, Shape.of(bytes));
    AuditReport report =
        audit(
            Signature.builder().out("result").build(),
            args -> {
              for (int i = 1; i < bytes; i += 2) {
                args.tensor(0).setInt(i, 7);
              }
            },
            target);

    Finding finding = report.arguments().get(0);
    assertThat(finding.verdict()).isEqualTo(UNSAFE);
    assertThat(finding.bytes()).isEqualTo(bytes / 2);
    assertThat(finding.ranges()).hasSize(16).startsWith(new ByteRange(0, 1), new ByteRange(2, 1));
    assertThat(report.explain()).contains("30..31, ...)");
  }

  @Test
  void a_range_across_two_pieces_is_one_range() {
    int bytes = 200_000;
    HostTensor target = HostTensor.allocate(DataType.UINT8, Shape.of(bytes));
    AuditReport report = audit(Signature.builder().out("result").build(), args -> {}, target);

    assertThat(report.arguments().get(0).ranges()).containsExactly(new ByteRange(0, bytes));
  }

  @Test
  void an_output_that_another_one_depends_on_is_unsafe() {
    AuditReport report =
        audit(
            Signature.builder().out("scratch").out("result").build(),
            args -> {
              float before = args.tensor(0).getFloat(0);
              for (int i = 0; i < ELEMENTS; i++) {
                args.tensor(0).setFloat(i, 0);
                args.tensor(1).setFloat(i, before);
              }
            });

    assertVerdicts(report, UNSAFE, SAFE);
    assertThat(report.arguments().get(0).reason())
        .isEqualTo(
            "argument 1 'result' depends on what it held before, which a run does not upload;"
                + " declare it INOUT");
  }

  @Test
  void an_output_whose_contents_make_the_kernel_fail_is_unsafe() {
    AuditReport report =
        audit(
            inAndOut(),
            args -> {
              if (args.tensor(1).getFloat(0) < 0) {
                throw new IllegalStateException("negative");
              }
              copy(args, 0, ELEMENTS);
            });

    assertVerdicts(report, SAFE, UNSAFE);
    assertThat(report.arguments().get(1).reason())
        .startsWith("the callable fails (")
        .endsWith(
            ") depending on what it held before, which a run does not upload; declare it INOUT");
  }

  @Test
  void an_inout_argument_that_is_never_read_is_wasteful() {
    AuditReport report = audit(inAndInout(), args -> copy(args, 0, ELEMENTS));

    assertVerdicts(report, SAFE, WASTEFUL);
    assertThat(report.explain())
        .contains(
            "it is written whole, whatever it held before, so its upload moves nothing that is"
                + " read; declare it OUT: 16 bytes\n");
  }

  @Test
  void an_inout_argument_that_is_never_written_is_wasteful() {
    AuditReport report =
        audit(
            Signature.builder().inout("in").out("result").build(), args -> copy(args, 0, ELEMENTS));

    assertVerdicts(report, WASTEFUL, SAFE);
    assertThat(report.arguments().get(0).reason())
        .isEqualTo("it is not written, so its download moves nothing new; declare it IN");
    assertThat(report.arguments().get(0).bytes()).isEqualTo(16);
  }

  @Test
  void an_inout_argument_that_is_written_in_part_is_safe() {
    AuditReport report = audit(inAndInout(), args -> copy(args, 1, 2));

    assertVerdicts(report, SAFE, SAFE);
    assertThat(report.arguments().get(1).reason()).isEqualTo("written in part");
  }

  @Test
  void a_kernel_that_differs_from_run_to_run_is_not_accused() {
    AtomicInteger calls = new AtomicInteger();
    AuditReport report =
        audit(
            inAndOut(),
            args -> {
              copy(args, 0, ELEMENTS);
              args.tensor(1).setFloat(0, calls.incrementAndGet());
            });

    assertVerdicts(report, SAFE, UNKNOWN);
    assertThat(report.arguments().get(1).reason())
        .isEqualTo(
            "it differs from run to run with the same contents, so what it depends on cannot be"
                + " told");
    assertThat(report.arguments().get(1).ranges()).containsExactly(new ByteRange(0, 4));
  }

  @Test
  void unwritten_bytes_of_a_kernel_that_differs_from_run_to_run_are_named_all_the_same() {
    AtomicInteger calls = new AtomicInteger();
    AuditReport report =
        audit(inAndOut(), args -> args.tensor(1).setFloat(0, calls.incrementAndGet()));

    assertVerdicts(report, SAFE, UNSAFE);
    assertThat(report.arguments().get(1).ranges()).containsExactly(new ByteRange(4, 12));
  }

  @Test
  void what_an_unsteady_argument_depends_on_is_not_guessed() {
    AtomicInteger calls = new AtomicInteger();
    AuditReport report =
        audit(
            Signature.builder().out("steady").out("unsteady").build(),
            args -> {
              int call = calls.incrementAndGet();
              for (int i = 0; i < ELEMENTS; i++) {
                args.tensor(0).setFloat(i, 1);
                args.tensor(1).setFloat(i, call);
              }
            });

    assertVerdicts(report, UNKNOWN, UNKNOWN);
    assertThat(report.arguments().get(0).reason())
        .isEqualTo(
            "whether argument 1 'unsteady' depends on what it held before cannot be told, because"
                + " that differs from run to run with the same contents");
  }

  @Test
  void an_undeclared_argument_gets_a_proposal() {
    AuditReport report = audit(Signature.unknown(), args -> copy(args, 0, ELEMENTS));

    assertVerdicts(report, UNKNOWN, UNKNOWN);
    assertThat(report.arguments().get(0).reason())
        .isEqualTo("no direction is declared; what was observed fits IN");
    assertThat(report.arguments().get(1).reason())
        .isEqualTo("no direction is declared; what was observed fits OUT");
  }

  private record HostReader() implements JavaKernel {

    @Override
    public Set<String> hostArguments() {
      return Set.of("in");
    }

    @Override
    public void run(KernelArguments args) {
      copy(args, 0, ELEMENTS);
    }
  }

  @Test
  void an_argument_that_the_artifact_reads_on_the_host_cannot_be_judged() {
    AuditReport report = audit(inAndOut(), new HostReader());

    assertVerdicts(report, UNKNOWN, SAFE);
    assertThat(report.arguments().get(0).reason())
        .isEqualTo("the artifact reads it on the host, and it does not come back from the device");
  }

  @Test
  void an_argument_without_bytes_is_safe() {
    HostTensor empty = HostTensor.allocate(DataType.FLOAT32, Shape.of(0));

    assertVerdicts(audit(inAndOut(), args -> {}, empty, empty), SAFE, SAFE);
  }

  @Test
  void scalars_reach_the_kernel() {
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(
                Signature.builder().out("result").scalar("value", ScalarType.FLOAT32).build())
            .artifact(
                "sim",
                (JavaKernel)
                    args -> {
                      int writes = (int) args.float32(args.scalarIndex("value"));
                      for (int i = 0; i < writes; i++) {
                        args.tensor(0).setFloat(i, 1);
                      }
                    })
            .build();

    AuditReport report =
        runtime.audit(callable, TaskArgs.builder().tensor(result).scalar("value", 3f).build());

    assertThat(report.arguments().get(0).ranges()).containsExactly(new ByteRange(12, 4));
  }

  @Test
  void device_tensors_are_read_and_left_as_they_are() {
    DeviceTensor onDevice = runtime.upload(result);
    AuditReport report = audit(inAndInout(), args -> copy(args, 0, 1), in, onDevice);

    assertVerdicts(report, SAFE, SAFE);
    assertThat(values(runtime.download(onDevice))).containsExactly(5, 6, 7, 8);
    assertThat(runtime.liveTensors()).hasSize(1);
    onDevice.close();
  }

  @Test
  void a_call_that_a_run_would_refuse_is_refused() {
    assertThatThrownBy(() -> audit(inAndOut(), args -> copy(args, 0, ELEMENTS), in))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("declares 2 tensors, but 1 was given");
    assertThat(runtime.totals().counts().launches()).isZero();
  }

  @Test
  void a_callable_that_fails_on_the_callers_contents_cannot_be_audited() {
    assertThatThrownBy(
            () ->
                audit(
                    inAndOut(),
                    args -> {
                      throw new IllegalStateException("no luck");
                    }))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("no luck");
    assertVerdicts(audit(inAndOut(), args -> copy(args, 0, ELEMENTS)), SAFE, SAFE);
  }
}
