package dev.sluice.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.Scalar;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;

class BoundArgumentsTest {

  private final HostTensor x = HostTensor.allocate(DataType.INT8, Shape.of(1));
  private final HostTensor y = HostTensor.allocate(DataType.INT8, Shape.of(2));
  private final Signature signature =
      Signature.builder().in("x").out("y").scalar("scale", ScalarType.FLOAT32).build();

  private BoundArguments bind(Signature declared, TaskArgs.Builder args) {
    DeviceCallable callable = DeviceCallable.builder("f").signature(declared).build();
    return BoundArguments.of(callable, "sim:0", args.build());
  }

  @Test
  void names_and_positions_take_the_same_places() {
    var byPosition = bind(signature, TaskArgs.builder().tensor(x).tensor(y).scalar(2f));
    var byName =
        bind(
            signature,
            TaskArgs.builder().tensor("y", y).scalar("scale", Scalar.float32(2f)).tensor("x", x));
    var mixed = bind(signature, TaskArgs.builder().tensor(x).tensor("y", y).scalar(2f));

    assertThat(byName.tensors()).isEqualTo(byPosition.tensors()).containsExactly(x, y);
    assertThat(mixed.tensors()).containsExactly(x, y);
    assertThat(byName.scalars()).containsExactly(Float.floatToIntBits(2f));
  }

  @Test
  void too_few_and_too_many_are_refused_with_both_counts() {
    assertThatThrownBy(() -> bind(signature, TaskArgs.builder().tensor(x).scalar(2f)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "callable 'f' on sim:0: the signature (IN x, OUT y; FLOAT32 scale) declares 2 tensors,"
                + " but 1 was given; give the missing ones");
    assertThatThrownBy(
            () -> bind(signature, TaskArgs.builder().tensor(x).tensor(y).scalar(2f).scalar(1)))
        .hasMessage(
            "callable 'f' on sim:0: the signature (IN x, OUT y; FLOAT32 scale) declares 1 scalar,"
                + " but 2 were given; declare the others, or build the signature with unknownRest()");
  }

  @Test
  void an_open_signature_takes_more_than_it_declares() {
    Signature open = Signature.builder().in("x").unknownRest().build();

    var bound = bind(open, TaskArgs.builder().tensor(x).tensor(y).scalar(3L));

    assertThat(bound.tensors()).containsExactly(x, y);
    assertThat(bound.scalars()).containsExactly(3);
    assertThat(open.direction(1)).hasToString("UNKNOWN");
  }

  @Test
  void an_unknown_name_a_double_one_and_a_missing_one_are_refused() {
    assertThatThrownBy(() -> bind(signature, TaskArgs.builder().tensor(x).tensor("z", y)))
        .hasMessage(
            "callable 'f' on sim:0: the signature (IN x, OUT y; FLOAT32 scale) has no tensor named"
                + " 'z'; use a declared name, or give it by position");
    assertThatThrownBy(() -> bind(signature, TaskArgs.builder().tensor(x).tensor("x", y)))
        .hasMessage(
            "callable 'f' on sim:0: tensor 0 'x' is given both by position and by name; give it once");
    Signature partlyNamed =
        Signature.builder().tensor(dev.sluice.ArgDirection.IN).in("b").unknownRest().build();
    assertThatThrownBy(
            () -> bind(partlyNamed, TaskArgs.builder().tensor(x).tensor(y).tensor("b", x)))
        .hasMessageContaining("tensor 1 'b' is given both by position and by name");
  }

  @Test
  void a_scalar_of_another_type_is_refused_and_raw_bits_are_taken() {
    assertThatThrownBy(() -> bind(signature, TaskArgs.builder().tensor(x).tensor(y).scalar(2)))
        .hasMessage(
            "callable 'f' on sim:0: scalar 0 'scale' is declared FLOAT32, but INT32 was given; give a"
                + " value of the declared type, or its raw bits");
    assertThat(bind(signature, TaskArgs.builder().tensor(x).tensor(y).scalarBits(5)).scalars())
        .containsExactly(5);
  }
}
