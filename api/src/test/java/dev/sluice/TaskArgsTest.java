package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import dev.sluice.tensor.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TaskArgsTest {

  private final Tensor x = HostTensor.wrap(new float[1], Shape.of(1));
  private final Tensor y = HostTensor.wrap(new float[1], Shape.of(1));

  @Test
  void arguments_are_kept_in_the_order_given() {
    TaskArgs args =
        TaskArgs.builder()
            .tensor(x)
            .tensor(y)
            .tensor("second", y)
            .tensor("first", x)
            .scalar(-1)
            .scalar(2L)
            .scalar(3f)
            .scalar(4d)
            .scalarBits(5)
            .scalar("b", Scalar.int32(6))
            .scalar("a", Scalar.int32(7))
            .build();

    assertThat(args.positionalTensors()).containsExactly(x, y);
    assertThat(args.namedTensors().keySet()).containsExactly("second", "first");
    assertThat(args.namedTensors()).containsEntry("first", x).containsEntry("second", y);
    assertThat(args.positionalScalars())
        .containsExactly(
            Scalar.int32(-1),
            Scalar.int64(2),
            Scalar.float32(3),
            Scalar.float64(4),
            Scalar.bits(5));
    assertThat(args.namedScalars().keySet()).containsExactly("b", "a");
  }

  @Test
  void tensors_alone_are_given_by_position() {
    assertThat(TaskArgs.of(x, y).positionalTensors()).containsExactly(x, y);
    assertThat(TaskArgs.of().positionalTensors()).isEmpty();
  }

  @Test
  void a_name_given_twice_is_refused_and_the_first_one_stays() {
    TaskArgs.Builder builder = TaskArgs.builder().tensor("x", x).scalar("n", Scalar.int32(1));
    assertThatThrownBy(() -> builder.tensor("x", y))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("tensor 'x' is given twice; give each argument once");
    assertThatThrownBy(() -> builder.scalar("n", Scalar.int32(2)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("scalar 'n' is given twice; give each argument once");
    assertThat(builder.build().namedTensors()).containsEntry("x", x);
    assertThat(builder.build().namedScalars()).containsEntry("n", Scalar.int32(1));
  }

  @Test
  void what_is_missing_is_refused_when_given_and_not_when_run() {
    Tensor tensor = null;
    Scalar scalar = null;
    String name = null;
    TaskArgs.Builder builder = TaskArgs.builder();
    assertMissing("tensor", () -> builder.tensor(tensor));
    assertMissing("tensor", () -> builder.tensor("x", tensor));
    assertMissing("tensor", () -> TaskArgs.of(x, tensor));
    assertMissing("scalar", () -> builder.scalar(scalar));
    assertMissing("scalar", () -> builder.scalar("n", scalar));
    assertMissing("name", () -> builder.tensor(name, x));
    assertMissing("name", () -> builder.scalar(name, Scalar.int32(1)));
    assertThat(builder.build().namedTensors()).isEmpty();
  }

  private static void assertMissing(String parameter, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
  }

  @Test
  void arguments_do_not_change_with_their_builder_or_the_array_they_came_from() {
    Tensor[] tensors = {x};
    TaskArgs fromArray = TaskArgs.of(tensors);
    tensors[0] = y;
    assertThat(fromArray.positionalTensors()).containsExactly(x);

    TaskArgs.Builder builder = TaskArgs.builder().tensor(x);
    TaskArgs before = builder.build();
    builder.tensor(y).tensor("y", y).scalar(1).scalar("n", Scalar.int32(1));
    assertThat(before.positionalTensors()).containsExactly(x);
    assertThat(before.namedTensors()).isEmpty();
    assertThat(before.positionalScalars()).isEmpty();
    assertThat(before.namedScalars()).isEmpty();
    assertThatThrownBy(() -> before.positionalTensors().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> before.namedTensors().put("z", x))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
