package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.PlatformKind;
import dev.sluice.RunReport;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.spi.DeviceMemoryUse;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs, counts, failures and life times, on every build of the variant sim. */
class HostRuntimeTest {

  private static final Shape SHAPE = Shape.of(1000);

  static Stream<Build> builds() {
    return StandIn.builds("sim");
  }

  private static Sluice.Builder builder(Build build, String... configuration) {
    StandIn standIn = StandIn.of(build);
    standIn.configure(configuration);
    Sluice.Builder builder = Sluice.builder().platform(build.platform());
    standIn.options().forEach(builder::property);
    return builder;
  }

  private static DeviceRuntime open(Build build, String... configuration) {
    return builder(build, configuration).open();
  }

  private static DeviceCallable callable(Build build, String entry, Signature signature) {
    return DeviceCallable.builder(entry)
        .signature(signature)
        .artifact(build.platform(), StandIn.artifact(entry))
        .build();
  }

  private static DeviceCallable vectorAdd(Build build) {
    return callable(build, "vector_add", Signature.builder().in("a").in("b").out("sum").build());
  }

  private static HostTensor floats(float first) {
    float[] values = new float[(int) SHAPE.elementCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = first + i;
    }
    return HostTensor.wrap(values, SHAPE);
  }

  private static void assertSum(HostTensor sum, float first) {
    for (int i = 0; i < SHAPE.elementCount(); i++) {
      assertThat(sum.getFloat(i)).isEqualTo(first + 2 * i);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void inputs_go_up_once_and_results_come_down_once(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      HostTensor sum = floats(0);
      for (int round = 0; round < 3; round++) {
        RunReport report =
            runtime.run(vectorAdd(build), TaskArgs.of(floats(round), floats(10), sum));

        assertSum(sum, round + 10);
        assertThat(report.counts().uploadedBytes()).isEqualTo(8000);
        assertThat(report.counts().downloadedBytes()).isEqualTo(4000);
        assertThat(report.counts().allocations()).isEqualTo(round == 0 ? 1 : 0);
        assertThat(report.delegatedBytes()).isZero();
        assertThat(report.measured().deviceWallNanos()).isEmpty();
      }
      assertThat(runtime.device().kind()).isEqualTo(PlatformKind.HARDWARE);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void device_tensors_stay_where_they_are(Build build) {
    try (DeviceRuntime runtime = open(build);
        DeviceTensor left = runtime.upload(floats(1));
        DeviceTensor sum = runtime.allocate(DataType.FLOAT32, SHAPE)) {
      RunReport report = runtime.run(vectorAdd(build), TaskArgs.of(left, floats(2), sum));

      assertThat(report.counts().uploadedBytes()).isEqualTo(4000);
      assertThat(report.counts().downloadedBytes()).isZero();
      assertSum(runtime.download(sum), 3);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void views_keep_their_strides_and_offsets(Build build) {
    DeviceCallable copy =
        callable(build, "strided_copy", Signature.builder().in("from").out("to").build());
    try (DeviceRuntime runtime = open(build);
        DeviceTensor matrix = runtime.upload(floats(0).view(0, Shape.of(10, 100)))) {
      HostTensor column = HostTensor.wrap(new float[10], Shape.of(10));

      runtime.run(copy, TaskArgs.of(matrix.view(7, Shape.of(10), 100), column));

      for (int row = 0; row < 10; row++) {
        assertThat(column.getFloat(row)).isEqualTo(100 * row + 7);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void scalars_and_tensors_without_elements_are_passed(Build build) {
    DeviceCallable scaled =
        callable(
            build,
            "scaled_copy",
            Signature.builder().in("from").out("to").scalar("factor", ScalarType.FLOAT32).build());
    try (DeviceRuntime runtime = open(build)) {
      HostTensor to = floats(0);
      runtime.run(scaled, TaskArgs.builder().tensor(floats(1)).tensor(to).scalar(0.5f).build());
      assertThat(to.getFloat(9)).isEqualTo(5);

      HostTensor empty = HostTensor.allocate(DataType.FLOAT32, Shape.of(0));
      RunReport report =
          runtime.run(scaled, TaskArgs.builder().tensor(empty).tensor(empty).scalar(0.5f).build());
      assertThat(report.counts().uploadCopies()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_control_tensor_is_delegated_where_the_host_reads_it(Build build) {
    DeviceCallable reading =
        DeviceCallable.builder("reads")
            .signature(Signature.builder().in("factor").in("from").out("to").build())
            .artifact(build.platform(), StandIn.artifact("reads_control", "factor"))
            .build();
    HostTensor factor = HostTensor.wrap(new int[] {3}, Shape.of(1));
    HostTensor to = floats(0);
    try (DeviceRuntime runtime = open(build)) {
      RunReport report = runtime.run(reading, TaskArgs.of(factor, floats(1), to));

      assertThat(to.getFloat(1)).isEqualTo(6);
      assertThat(report.delegatedBytes()).isEqualTo(4);
      assertThat(report.counts().uploadedBytes()).isEqualTo(4000);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_control_tensor_that_is_not_delegated_works_or_is_explained(Build build) {
    DeviceCallable reading =
        callable(
            build, "reads_control", Signature.builder().in("factor").in("from").out("to").build());
    TaskArgs args = TaskArgs.of(HostTensor.wrap(new int[] {3}, Shape.of(1)), floats(1), floats(0));
    try (DeviceRuntime runtime = open(build)) {
      if (build.buildsGraphOnHost()) {
        assertThatThrownBy(() -> runtime.run(reading, args))
            .isInstanceOf(LaunchException.class)
            .hasMessageContaining("native code -5")
            .hasMessageContaining("name the small ones that it reads in NativeArtifact");
        runtime.run(vectorAdd(build), TaskArgs.of(floats(1), floats(1), floats(0)));
      } else {
        runtime.run(reading, args);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_reported_failure_leaves_the_host_and_the_device_as_they_were(Build build) {
    DeviceCallable failing =
        callable(build, "fails_with_7", Signature.builder().in("a").in("b").out("sum").build());
    HostTensor sum = floats(5);
    try (DeviceRuntime runtime = open(build)) {
      assertThatThrownBy(() -> runtime.run(failing, TaskArgs.of(floats(1), floats(1), sum)))
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("the run ended with code -7 (invalid synchronous start)");
      assertThat(sum.getFloat(0)).isEqualTo(5);
      runtime.run(vectorAdd(build), TaskArgs.of(floats(1), floats(1), sum));
      assertSum(sum, 2);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_failure_without_a_reason_loses_the_device_and_a_new_one_is_sound(Build build) {
    DeviceCallable failing =
        callable(build, "fails_generic", Signature.builder().in("a").in("b").out("sum").build());
    try (DeviceRuntime runtime = open(build)) {
      assertThatThrownBy(() -> runtime.run(failing, TaskArgs.of(floats(1), floats(1), floats(0))))
          .isInstanceOf(DeviceLostException.class)
          .hasMessageContaining("code -1 (no reason is given)");
      assertThat(runtime.isOpen()).isFalse();
    }
    try (DeviceRuntime runtime = open(build)) {
      HostTensor sum = floats(0);
      runtime.run(vectorAdd(build), TaskArgs.of(floats(1), floats(1), sum));
      assertSum(sum, 2);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void copies_and_allocations_that_fail_are_told_and_survived(Build build) {
    try (DeviceRuntime runtime =
        open(
            build,
            "fail copy_to_device_ctx 2 5",
            "fail copy_from_device_ctx 1 -1",
            "fail device_malloc_ctx 1 0")) {
      DeviceCallable add = vectorAdd(build);
      TaskArgs args = TaskArgs.of(floats(1), floats(2), floats(0));
      assertThatThrownBy(() -> runtime.run(add, args)).isInstanceOf(DeviceMemoryException.class);
      assertThatThrownBy(() -> runtime.run(add, args))
          .isInstanceOf(TransferException.class)
          .hasMessageContaining("argument 1 'b'")
          .hasMessageContaining("native code 5");
      assertThatThrownBy(() -> runtime.run(add, args))
          .isInstanceOf(TransferException.class)
          .hasMessageContaining("argument 2 'sum'");
      runtime.run(add, args);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void identical_callables_share_their_upload(Build build) {
    Signature signature = Signature.builder().in("a").in("b").out("sum").build();
    try (DeviceRuntime runtime = open(build)) {
      DeviceMemoryUse use = runtime.capability(DeviceMemoryUse.class).orElseThrow();
      long before = use.bytesInUse();
      runtime.register(callable(build, "vector_add", signature));
      long first = use.bytesInUse() - before;
      runtime.register(
          DeviceCallable.builder("twin")
              .signature(signature)
              .artifact(build.platform(), StandIn.artifact("vector_add"))
              .build());

      assertThat(first).isPositive();
      assertThat(use.bytesInUse() - before).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void sixty_four_callables_are_taken_and_no_more(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      List<DeviceCallable> many =
          IntStream.rangeClosed(0, 64)
              .mapToObj(
                  i ->
                      DeviceCallable.builder("f" + i)
                          .signature(Signature.builder().build())
                          .artifact(build.platform(), StandIn.artifact("writes_nothing"))
                          .build())
              .toList();
      many.subList(0, 64).forEach(runtime::register);
      assertThatThrownBy(() -> runtime.register(many.get(64)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("64 callables are loaded");
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void what_would_crash_the_host_runtime_is_refused(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      DeviceCallable open =
          DeviceCallable.builder("open")
              .artifact(build.platform(), StandIn.artifact("vector_add"))
              .build();
      assertThatThrownBy(() -> runtime.register(open))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("its signature does not say how many arguments it takes");
      assertThatThrownBy(() -> runtime.run(vectorAdd(build), TaskArgs.of(floats(1), floats(1))))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("declares 3 tensors, but 2 were given");
      HostTensor raw = HostTensor.allocate(DataType.FP8E4M3FN, SHAPE);
      if (build.platform().equals("a2a3")) {
        assertThatThrownBy(() -> runtime.run(vectorAdd(build), TaskArgs.of(raw, raw, floats(0))))
            .isInstanceOf(RejectedCallException.class)
            .hasMessageContaining("the device does not take FP8E4M3FN elements");
      } else {
        assertThat(runtime.limits().elementTypes()).contains(DataType.FP8E4M3FN);
      }
      DeviceCallable unknown =
          callable(build, "no_such_entry", Signature.builder().in("a").build());
      assertThatThrownBy(() -> runtime.register(unknown))
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("native code -1");
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void two_devices_take_turns_and_one_device_opens_once(Build build) {
    try (DeviceRuntime first = open(build);
        DeviceRuntime second = builder(build).deviceId(1).open()) {
      assertThatThrownBy(() -> builder(build).open())
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining(build.platform() + ":0");

      List<CompletableFuture<HostTensor>> sums = new ArrayList<>();
      for (DeviceRuntime runtime : List.of(first, second, first, second)) {
        HostTensor sum = floats(0);
        sums.add(
            CompletableFuture.supplyAsync(
                () -> {
                  for (int i = 0; i < 10; i++) {
                    runtime.run(vectorAdd(build), TaskArgs.of(floats(i), floats(i), sum));
                  }
                  return sum;
                }));
      }
      sums.forEach(sum -> assertSum(sum.join(), 18));
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_device_opens_again_after_it_was_closed_with_things_left_on_it(Build build) {
    for (int round = 0; round < 3; round++) {
      try (DeviceRuntime runtime = open(build)) {
        runtime.upload(floats(0)); // left open
        HostTensor sum = floats(0);
        runtime.run(vectorAdd(build), TaskArgs.of(floats(1), floats(1), sum));
        assertSum(sum, 2);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void an_audit_sees_what_an_opaque_kernel_does(Build build) {
    DeviceCallable half =
        callable(build, "writes_half", Signature.builder().in("from").out("to").build());
    try (DeviceRuntime runtime = open(build)) {
      assertThat(
              runtime
                  .audit(vectorAdd(build), TaskArgs.of(floats(1), floats(2), floats(0)))
                  .explain())
          .contains("argument 2 'sum'         OUT     SAFE");
      assertThat(runtime.audit(half, TaskArgs.of(floats(1), floats(0))).explain())
          .contains("argument 1 'to'          OUT     UNSAFE")
          .contains("2000 bytes (2000..4000)");
    }
  }

  @ParameterizedTest
  @MethodSource("onboardBuilds")
  void a_run_that_never_finishes_loses_the_device_after_its_time_out(Build build) {
    DeviceCallable hanging =
        DeviceCallable.builder("hanging")
            .signature(Signature.builder().build())
            .artifact(build.platform(), StandIn.textArtifact("never_finishes"))
            .build();
    try (DeviceRuntime runtime = builder(build).runTimeout(Duration.ofMillis(50)).open()) {
      assertThatThrownBy(() -> runtime.run(hanging, TaskArgs.of()))
          .isInstanceOf(DeviceLostException.class)
          .hasMessageContaining("did not complete within the run time-out of PT0.05S");
      assertThatThrownBy(() -> runtime.upload(floats(0))).isInstanceOf(DeviceLostException.class);
    }
  }

  static Stream<Build> onboardBuilds() {
    return StandIn.builds("onboard");
  }

  @ParameterizedTest
  @MethodSource("onboardBuilds")
  void the_onboard_variant_runs_with_kernel_text(Build build) {
    DeviceCallable add =
        DeviceCallable.builder("vector_add")
            .signature(Signature.builder().in("a").in("b").out("sum").build())
            .artifact(build.platform(), StandIn.textArtifact("vector_add"))
            .build();
    try (DeviceRuntime runtime = open(build)) {
      HostTensor sum = floats(0);
      runtime.run(add, TaskArgs.of(floats(1), floats(2), sum));
      assertSum(sum, 3);
      assertThat(runtime.device().description()).doesNotContain("simulated");
    }
  }
}
