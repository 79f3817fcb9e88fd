package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.SluiceException;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of the host runtime that a device's life is made of fails once. */
class NativeFailureTest {

  private static final float[] SUMS = {11, 22, 33, 44};

  static Stream<Build> builds() {
    return StandIn.builds("sim");
  }

  private static DeviceRuntime open(Build build, String... configuration) {
    StandIn standIn = StandIn.of(build);
    Sluice.Builder builder = Sluice.builder().platform(build.platform());
    standIn.options().forEach(builder::property);
    standIn.configure(configuration);
    return builder.open();
  }

  /** Fails the next such call of an open device. */
  private static void failNext(Build build, String call, int code) {
    StandIn.of(build).configure("fail " + call + " 1 " + code);
  }

  private static void assertAdds(Build build, DeviceRuntime runtime) {
    float[] sum = new float[4];
    runtime.run(
        DeviceCallable.builder("add")
            .signature(Signature.builder().in("a").in("b").out("sum").build())
            .artifact(build.platform(), StandIn.artifact("vector_add"))
            .build(),
        TaskArgs.of(
            HostTensor.wrap(new float[] {1, 2, 3, 4}, Shape.of(4)),
            HostTensor.wrap(new float[] {10, 20, 30, 40}, Shape.of(4)),
            HostTensor.wrap(sum, Shape.of(4))));
    assertThat(sum).isEqualTo(SUMS);
  }

  private static void assertOpensAgain(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      assertAdds(build, runtime);
    }
  }

  private static <T extends SluiceException> T failure(Class<T> type, Runnable work) {
    T thrown = catchThrowableOfType(type, work::run);
    assertThat(thrown).as("what was thrown").isNotNull();
    return thrown;
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_device_context_that_is_not_made(Build build) {
    assertThat(
            failure(
                PlatformException.class,
                () -> open(build, "fail create_device_context 1 -1").close()))
        .hasMessageContaining("create_device_context: the host runtime gave none");
    assertOpensAgain(build);
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_device_that_does_not_start(Build build) {
    assertThat(
            failure(
                PlatformException.class, () -> open(build, "fail simpler_init 1 507033").close()))
        .hasMessageContaining(
            "simpler_init: the host runtime returned 507033 for device 0 (native code 507033)");
    assertOpensAgain(build);
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_callable_that_is_not_taken(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      failNext(build, "simpler_register_callable", -1);
      assertThat(failure(PlatformException.class, () -> assertAdds(build, runtime)))
          .hasMessageContaining("simpler_register_callable: the host runtime returned -1");
      assertAdds(build, runtime);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_run_that_is_not_prepared(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      failNext(build, "simpler_prepare_run", -4);
      assertThat(failure(LaunchException.class, () -> assertAdds(build, runtime)))
          .hasMessageContaining("prepare: the host runtime returned -4");
      assertAdds(build, runtime);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_run_that_is_prepared_and_not_launched(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      failNext(build, "simpler_launch_run", -1);
      failure(DeviceLostException.class, () -> assertAdds(build, runtime));
      failure(DeviceLostException.class, () -> assertAdds(build, runtime));
    }
    assertOpensAgain(build);
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_run_that_fails_while_it_is_watched(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      failNext(build, "simpler_poll_run", -9);
      assertThat(failure(LaunchException.class, () -> assertAdds(build, runtime)))
          .hasMessageContaining("the orchestration reported a fatal error");
      assertAdds(build, runtime);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_device_that_does_not_stop(Build build) {
    DeviceRuntime runtime = open(build);
    assertAdds(build, runtime);
    failNext(build, "finalize_device", 507899);
    assertThat(failure(SluiceException.class, runtime::close))
        .hasMessageContaining("finalize_device: the host runtime returned 507899");
    runtime.close(); // does nothing any more
    assertOpensAgain(build);
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_callable_that_is_not_given_back(Build build) {
    try (DeviceRuntime runtime = open(build)) {
      var registered =
          runtime.register(
              DeviceCallable.builder("f")
                  .signature(Signature.builder().build())
                  .artifact(build.platform(), StandIn.artifact("writes_nothing"))
                  .build());
      failNext(build, "simpler_unregister_callable", -1);
      assertThat(failure(SluiceException.class, registered::close))
          .hasMessageContaining("simpler_unregister_callable: the host runtime returned -1");
      assertAdds(build, runtime);
    }
  }
}
