package dev.sluice.it.refusal;

import static dev.sluice.ArgDirection.IN;
import static dev.sluice.ArgDirection.INOUT;
import static dev.sluice.ArgDirection.OUT;
import static dev.sluice.it.refusal.Refusals.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BoundCall;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.it.fault.WatchedPlatform;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Registering callables, and what is left of a handle or a runtime once it is closed. */
class RegistrationTest {

  private final WatchedPlatform platform = new WatchedPlatform();
  private final DeviceRuntime runtime = Sluice.builder().platform(platform).open();

  @AfterEach
  void close() {
    runtime.close();
    assertThat(platform.calls().mistakes()).isEmpty();
  }

  private static TaskArgs one() {
    return TaskArgs.of(HostTensor.allocate(DataType.FLOAT32, Shape.of(4)));
  }

  @Test
  void equal_content_is_loaded_once_and_unloaded_after_the_last_handle() {
    RegisteredCallable first = runtime.register(job(IN));
    RegisteredCallable second = runtime.register(job(IN));
    assertThat(platform.calls().made()).containsExactly("register");

    first.close();
    first.close();
    assertThat(platform.calls().made()).containsExactly("register");
    assertThat(second.run(one()).counts().launches()).isEqualTo(1);

    platform.calls().forget();
    second.close();
    assertThat(platform.calls().made()).containsExactly("unregister");
  }

  @Test
  void a_plain_run_keeps_the_registration_for_as_long_as_the_runtime_is_open() {
    runtime.run(job(IN), one());
    runtime.register(job(IN)).close();
    runtime.run(job(IN), one());

    assertThat(platform.calls().made()).containsOnlyOnce("register").doesNotContain("unregister");
  }

  @Test
  void a_name_with_other_content_is_refused_until_it_is_free_again() {
    try (RegisteredCallable registered = runtime.register(job(IN))) {
      assertThat(registered.callable()).isEqualTo(job(IN));
      assertThatThrownBy(() -> runtime.register(job(OUT)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("callable 'job' on sim:0")
          .hasMessageContaining("the name is registered with another signature (IN a)");
      assertThatThrownBy(() -> runtime.run(job(OUT), one()))
          .isInstanceOf(RejectedCallException.class);
    }

    runtime.register(job(OUT)).close();
  }

  @Test
  void a_callable_without_an_artifact_for_the_platform_is_refused_listing_those_it_has() {
    JavaKernel kernel = arguments -> {};
    DeviceCallable elsewhere =
        DeviceCallable.builder("job").artifact("b9", kernel).artifact("a2a3", kernel).build();

    assertThatThrownBy(() -> runtime.register(elsewhere))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "callable 'job' on sim:0: it has no artifact for this platform, only for [a2a3, b9]; add"
                + " one with artifact(\"sim\", ...)");
    assertThatThrownBy(() -> runtime.run(elsewhere, TaskArgs.of()))
        .isInstanceOf(RejectedCallException.class);
    assertThatThrownBy(() -> runtime.explain(elsewhere, TaskArgs.of()))
        .isInstanceOf(RejectedCallException.class);
  }

  @Test
  void an_artifact_that_the_simulator_does_not_take_is_refused() {
    CallableArtifact other = new CallableArtifact() {};
    DeviceCallable callable = DeviceCallable.builder("job").artifact("sim", other).build();

    assertThatThrownBy(() -> runtime.register(callable)).isInstanceOf(RejectedCallException.class);
    runtime.register(job(IN)).close();
  }

  @Test
  void a_closed_handle_runs_nothing_and_neither_do_its_bound_calls() {
    RegisteredCallable registered = runtime.register(job(INOUT));
    BoundCall bound = registered.bind(one());
    bound.run();

    registered.close();

    assertThatThrownBy(() -> registered.run(one())).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> registered.bind(one())).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> registered.explain(one())).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(bound::run).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> bound.run(one())).isInstanceOf(ClosedRuntimeException.class);
  }

  @Test
  void a_handle_stays_usable_when_another_of_equal_content_is_closed() {
    RegisteredCallable first = runtime.register(job(INOUT));
    RegisteredCallable second = runtime.register(job(INOUT));
    first.close();

    assertThatThrownBy(() -> first.run(one())).isInstanceOf(ClosedRuntimeException.class);
    assertThat(second.run(one()).counts().launches()).isEqualTo(1);
  }

  @Test
  void a_refused_rebinding_keeps_the_last_binding() {
    RegisteredCallable registered = runtime.register(job(INOUT));
    HostTensor tensor = HostTensor.allocate(DataType.FLOAT32, Shape.of(4));
    BoundCall bound = registered.bind(TaskArgs.of(tensor));

    assertThatThrownBy(() -> bound.run(TaskArgs.of(tensor.asReadOnly())))
        .isInstanceOf(RejectedCallException.class);

    assertThat(bound.run().counts().downloadedBytes()).isEqualTo(16);
  }

  @Test
  void a_bound_call_checks_its_device_tensors_each_time() {
    RegisteredCallable registered = runtime.register(job(IN));
    DeviceTensor tensor = runtime.allocate(DataType.FLOAT32, Shape.of(4));
    BoundCall bound = registered.bind(TaskArgs.of(tensor));
    bound.run();

    tensor.close();

    assertThatThrownBy(bound::run)
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  void a_bound_call_survives_trim() {
    BoundCall bound = runtime.register(job(INOUT)).bind(one());
    bound.run();
    runtime.trim();

    assertThat(bound.run().counts().allocations()).isEqualTo(1);
    assertThat(bound.run().counts().allocations()).isZero();
  }

  @Test
  void a_closed_runtime_refuses_every_call_and_keeps_its_getters() {
    RegisteredCallable registered = runtime.register(job(IN));
    BoundCall bound = registered.bind(one());
    DeviceTensor tensor = runtime.allocate(DataType.FLOAT32, Shape.of(4));
    runtime.close();
    runtime.close();

    assertThatThrownBy(() -> runtime.run(job(IN), one()))
        .isInstanceOf(ClosedRuntimeException.class)
        .hasMessage("sim:0: the runtime is closed; open another");
    assertThatThrownBy(() -> runtime.explain(job(IN), one()))
        .isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> runtime.register(job(IN))).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> registered.run(one())).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(bound::run).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> runtime.download(tensor)).isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(() -> runtime.allocate(DataType.INT8, Shape.of(1)))
        .isInstanceOf(ClosedRuntimeException.class);
    assertThatThrownBy(runtime::trim).isInstanceOf(ClosedRuntimeException.class);
    registered.close();
    tensor.close();

    assertThat(tensor.isOpen()).isFalse();
    assertThat(runtime.isOpen()).isFalse();
    assertThat(runtime.totals().liveBytes()).isZero();
    assertThat(runtime.device().name()).isEqualTo("sim:0");
    assertThat(platform.calls().isClosed()).isTrue();
  }

  @Test
  void an_unknown_platform_is_refused_listing_those_found() {
    assertThatThrownBy(() -> Sluice.open("nosuch"))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("nosuch")
        .hasMessageContaining("sim");
  }

  @Test
  void an_option_that_the_platform_does_not_know_is_refused() {
    assertThatThrownBy(
            () -> Sluice.builder().platform("sim").property("no-such-option", "1").open())
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("no-such-option");
  }
}
