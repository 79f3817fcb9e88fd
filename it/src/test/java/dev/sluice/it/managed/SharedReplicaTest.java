package dev.sluice.it.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferReason;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;

/** What is uploaded where several arguments of one call have the same replica. */
class SharedReplicaTest {

  private static final Shape SHAPE = Shape.of(4);
  private static final long BYTES = 16;

  private static final DeviceCallable SUM =
      DeviceCallable.builder("sum")
          .signature(Signature.builder().in("a").in("b").out("c").build())
          .artifact(
              "sim",
              (JavaKernel)
                  k -> {
                    for (int i = 0; i < 4; i++) {
                      k.tensor("c").setInt(i, k.tensor("a").getInt(i) + k.tensor("b").getInt(i));
                    }
                  })
          .build();

  private static HostTensor values() {
    return HostTensor.wrap(new int[] {1, 2, 3, 4}, SHAPE);
  }

  @Test
  void a_tensor_given_twice_goes_up_once() {
    try (DeviceRuntime runtime = Sluice.open("sim");
        ManagedTensor x = runtime.manage(values());
        ManagedTensor sum = runtime.manage(DataType.INT32, SHAPE)) {
      assertGoesUpOnce(runtime, TaskArgs.of(x, x, sum));

      sum.read(view -> assertThat(view.getInt(3)).isEqualTo(8));
    }
  }

  @Test
  void two_tensors_over_the_same_read_only_bytes_go_up_once_in_one_call() {
    HostTensor weights = values().asReadOnly();
    try (DeviceRuntime runtime = Sluice.open("sim");
        ManagedTensor x = runtime.manage(weights);
        ManagedTensor y = runtime.manage(weights);
        ManagedTensor sum = runtime.manage(DataType.INT32, SHAPE)) {
      assertGoesUpOnce(runtime, TaskArgs.of(x, y, sum));

      sum.read(view -> assertThat(view.getInt(3)).isEqualTo(8));
    }
  }

  private static void assertGoesUpOnce(DeviceRuntime runtime, TaskArgs args) {
    RunReport report = runtime.run(SUM, args);

    assertThat(report.plan().uploadBytes()).isEqualTo(BYTES);
    assertThat(report.counts().uploadedBytes()).isEqualTo(BYTES);
    assertThat(report.plan().arguments().get(0).reason()).isEqualTo(TransferReason.STALE_ON_DEVICE);
    assertThat(report.plan().arguments().get(1).reason()).isEqualTo(TransferReason.VALID_ON_DEVICE);
    assertThat(runtime.run(SUM, args).counts().uploadedBytes()).isZero();
  }
}
