package dev.sluice.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.OutputFill;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import dev.sluice.tensor.Tensor;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.Mockito;

class TransferPolicyTest {

  @ParameterizedTest
  @CsvSource({
    // mode, direction, up, down, reason
    "GATED, IN, true, false, INPUT",
    "GATED, OUT, false, true, OUTPUT",
    "GATED, INOUT, true, true, IN_OUT",
    "GATED, UNKNOWN, true, true, UNDECLARED",
    "SKIP_INPUT_DOWNLOAD, IN, true, false, INPUT_NOT_DOWNLOADED",
    "SKIP_INPUT_DOWNLOAD, OUT, true, true, COPY_ALL",
    "SKIP_INPUT_DOWNLOAD, INOUT, true, true, COPY_ALL",
    "SKIP_INPUT_DOWNLOAD, UNKNOWN, true, true, COPY_ALL",
    "COPY_ALL, IN, true, true, COPY_ALL",
    "COPY_ALL, OUT, true, true, COPY_ALL",
    "COPY_ALL, INOUT, true, true, COPY_ALL",
    "COPY_ALL, UNKNOWN, true, true, COPY_ALL"
  })
  void a_host_tensor_moves_as_mode_and_direction_say(
      TransferMode mode, ArgDirection direction, boolean up, boolean down, String reason) {
    for (OutputFill fill : OutputFill.values()) {
      TransferPlan.Argument planned = plan(mode, fill, direction, 3);

      assertThat(planned.upload()).isEqualTo(up);
      assertThat(planned.download()).isEqualTo(down);
      assertThat(planned.reason()).hasToString(reason);
      assertThat(planned.copies()).isEqualTo(1);
      assertThat(planned.fill())
          .isEqualTo(fill == OutputFill.ZERO && !up && direction == ArgDirection.OUT);

      TransferPlan.Argument empty = plan(mode, fill, direction, 0);
      assertThat(empty.upload() || empty.download() || empty.fill()).isFalse();
      assertThat(empty.copies()).isZero();
      assertThat(empty.reason()).hasToString("EMPTY");
    }
  }

  private static TransferPlan.Argument plan(
      TransferMode mode, OutputFill fill, ArgDirection direction, int elements) {
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().tensor(direction).build())
            .build();
    HostTensor tensor = HostTensor.allocate(DataType.INT8, Shape.of(elements));
    return new TransferPolicy(mode, fill)
        .plan(callable, Set.of(), bound(callable, tensor))
        .arguments()
        .get(0);
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void a_plan_still_holds_exactly_where_it_would_be_made_again(TransferMode mode) {
    int twoPieces = CopyPieces.HEAP_PIECE_BYTES + 1;
    DeviceTensor onDevice = Mockito.mock(DeviceTensor.class);
    Mockito.when(onDevice.byteCount()).thenReturn(3L);
    List<Tensor> tensors =
        List.of(
            HostTensor.allocate(DataType.INT8, Shape.of(0)),
            HostTensor.allocate(DataType.INT8, Shape.of(3)),
            HostTensor.allocate(DataType.UINT8, Shape.of(1, 3)),
            HostTensor.wrap(new byte[3], DataType.INT8, Shape.of(3)),
            HostTensor.allocate(DataType.INT8, Shape.of(twoPieces)),
            HostTensor.wrap(new byte[twoPieces], DataType.INT8, Shape.of(twoPieces)),
            onDevice);
    TransferPolicy policy = new TransferPolicy(mode, OutputFill.ZERO);
    for (ArgDirection direction : ArgDirection.values()) {
      for (Set<String> hostArguments : List.of(Set.<String>of(), Set.of("a"))) {
        DeviceCallable callable =
            DeviceCallable.builder("f")
                .signature(Signature.builder().tensor("a", direction).build())
                .build();
        for (Tensor first : tensors) {
          TransferPlan plan = policy.plan(callable, hostArguments, bound(callable, first));
          for (Tensor second : tensors) {
            BoundArguments others = bound(callable, second);

            assertThat(policy.stillHolds(plan, hostArguments, others))
                .isEqualTo(
                    plan.arguments()
                        .equals(policy.plan(callable, hostArguments, others).arguments()));
          }
        }
      }
    }
  }

  private static BoundArguments bound(DeviceCallable callable, Tensor tensor) {
    return BoundArguments.of(callable, "sim:0", TaskArgs.of(tensor));
  }

  @Test
  void a_plan_does_not_hold_for_another_number_of_arguments() {
    DeviceCallable open =
        DeviceCallable.builder("f").signature(Signature.builder().unknownRest().build()).build();
    HostTensor tensor = HostTensor.allocate(DataType.INT8, Shape.of(3));
    TransferPolicy policy = new TransferPolicy(TransferMode.GATED, OutputFill.NONE);
    BoundArguments one = bound(open, tensor);
    TransferPlan plan = policy.plan(open, Set.of(), one);

    BoundArguments two = BoundArguments.of(open, "sim:0", TaskArgs.of(tensor, tensor));

    assertThat(policy.stillHolds(plan, Set.of(), one)).isTrue();
    assertThat(policy.stillHolds(plan, Set.of(), two)).isFalse();
  }
}
