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
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    TaskArgs args = TaskArgs.of(HostTensor.allocate(DataType.INT8, Shape.of(elements)));
    return new TransferPolicy(mode, fill)
        .plan(callable, Set.of(), BoundArguments.of(callable, "sim:0", args))
        .arguments()
        .get(0);
  }
}
