package dev.sluice.it.refusal;

import static dev.sluice.it.refusal.Refusals.assertAllowed;
import static dev.sluice.it.refusal.Refusals.assertRefused;
import static dev.sluice.it.refusal.Refusals.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Arguments against the signature: numbers, names, scalar types. */
class ArgumentsTest {

  private static final DeviceCallable JOB =
      job(
          "job",
          Signature.builder()
              .in("query")
              .in("keys")
              .out("result")
              .scalar("scale", ScalarType.FLOAT32)
              .scalar(ScalarType.BITS)
              .build());

  private static final DeviceCallable OPEN_JOB =
      job("open job", Signature.builder().in("query").unknownRest().build());

  private final DeviceRuntime runtime = Sluice.open("sim");

  @AfterEach
  void close() {
    runtime.close();
  }

  private static HostTensor tensor() {
    return HostTensor.allocate(DataType.FLOAT32, Shape.of(4));
  }

  /** Returns arguments with as many tensors by position, and the scalars. */
  private static TaskArgs.Builder tensors(int count) {
    TaskArgs.Builder args = TaskArgs.builder().scalar(1f).scalar(2);
    for (int i = 0; i < count; i++) {
      args.tensor(tensor());
    }
    return args;
  }

  @Test
  void exactly_the_declared_tensors_are_allowed() {
    assertAllowed(runtime, JOB, tensors(3).build());
  }

  @Test
  void too_few_tensors_are_refused() {
    assertRefused(runtime, JOB, tensors(2).build())
        .hasMessage(
            "callable 'job' on sim:0: the signature (IN query, IN keys, OUT result; FLOAT32 scale,"
                + " BITS) declares 3 tensors, but 2 were given; give the missing ones");
  }

  @Test
  void too_many_tensors_are_refused() {
    assertRefused(runtime, JOB, tensors(4).build())
        .hasMessageContaining("declares 3 tensors, but 4 were given");
  }

  @Test
  void an_open_signature_takes_further_tensors_and_scalars_but_not_fewer() {
    assertAllowed(runtime, OPEN_JOB, tensors(5).build());
    assertAllowed(runtime, OPEN_JOB, tensors(1).build());
    assertRefused(runtime, OPEN_JOB, tensors(0).build())
        .hasMessageContaining("declares 1 tensor, but 0 were given");
  }

  @Test
  void names_and_positions_mix_where_the_positions_come_first() {
    assertAllowed(
        runtime, JOB, tensors(1).tensor("result", tensor()).tensor("keys", tensor()).build());
  }

  @Test
  void an_unknown_name_is_refused() {
    assertRefused(runtime, JOB, tensors(2).tensor("answer", tensor()).build())
        .hasMessageContaining("has no tensor named 'answer'");
  }

  @Test
  void a_tensor_given_by_position_and_by_name_is_refused() {
    assertRefused(runtime, JOB, tensors(2).tensor("keys", tensor()).build())
        .hasMessageContaining("tensor 1 'keys' is given both by position and by name");
  }

  @Test
  void the_name_of_a_scalar_is_no_name_of_a_tensor() {
    assertRefused(runtime, JOB, tensors(2).tensor("scale", tensor()).build())
        .hasMessageContaining("has no tensor named 'scale'");
  }

  @Test
  void a_missing_tensor_is_named() {
    DeviceCallable open =
        job("gap", Signature.builder().in("query").out("result").unknownRest().build());

    assertRefused(runtime, open, TaskArgs.builder().tensor("result", tensor()).build())
        .hasMessageContaining("1 was given");
    assertAllowed(
        runtime,
        open,
        TaskArgs.builder().tensor("result", tensor()).tensor("query", tensor()).build());
  }

  @Test
  void too_few_and_too_many_scalars_are_refused() {
    TaskArgs.Builder args = TaskArgs.builder().tensor(tensor()).tensor(tensor()).tensor(tensor());

    assertRefused(runtime, JOB, args.scalar(1f).build())
        .hasMessageContaining("declares 2 scalars, but 1 was given");
    assertAllowed(runtime, JOB, args.scalar(2).build());
    assertRefused(runtime, JOB, args.scalar(3).build())
        .hasMessageContaining("declares 2 scalars, but 3 were given");
  }

  @Test
  void a_scalar_of_another_type_is_refused_and_its_raw_bits_are_allowed() {
    TaskArgs.Builder wrong = TaskArgs.builder().scalar(1.0).scalar(2);
    TaskArgs.Builder bits = TaskArgs.builder().scalarBits(0x3f800000).scalar(2);
    for (int i = 0; i < 3; i++) {
      wrong.tensor(tensor());
      bits.tensor(tensor());
    }

    assertRefused(runtime, JOB, wrong.build())
        .hasMessageContaining("scalar 0 'scale' is declared FLOAT32, but FLOAT64 was given");
    assertAllowed(runtime, JOB, bits.build());
  }

  @Test
  void a_refusal_changes_no_byte() {
    HostTensor result = tensor();
    result.fillBits(0x3f800000);

    assertRefused(runtime, job(ArgDirection.OUT), result, tensor());

    assertThat(result.getFloat(3)).isEqualTo(1);
  }
}
