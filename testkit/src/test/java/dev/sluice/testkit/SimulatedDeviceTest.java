package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** The kit, run on small test classes by JUnit's own. */
class SimulatedDeviceTest {

  private static final JavaKernel COPY =
      args -> {
        for (int i = 0; i < args.tensor("in").elementCount(); i++) {
          args.tensor("out").setInt(i, args.tensor("in").getInt(i));
        }
      };

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("copy")
          .signature(Signature.builder().in("in").out("out").build())
          .artifact("sim", COPY)
          .build();

  /** Copies so many INT32 elements: 4 bytes up and 4 bytes down for each. */
  private static void copy(DeviceRuntime runtime, int elements) {
    Shape shape = Shape.of(elements);
    runtime.run(
        CALLABLE,
        TaskArgs.of(
            HostTensor.wrap(new int[elements], shape), HostTensor.wrap(new int[elements], shape)));
  }

  private static Events run(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .execute()
        .testEvents();
  }

  private static List<String> messages(Events events) {
    return events
        .failed()
        .map(event -> event.getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class))
        .map(result -> String.valueOf(result.getThrowable().orElseThrow().getMessage()))
        .toList();
  }

  private static void assertAllSucceed(Class<?> tests, int count) {
    Events events = run(tests);
    events.failed().map(Event::toString).forEach(failed -> assertThat(failed).isNull());
    assertThat(events.succeeded().count()).isEqualTo(count);
  }

  @SimulatedDevice(
      properties = {"ledger=true", "capacity=1 MiB"},
      mode = TransferMode.COPY_ALL)
  static class Injected {

    private final DeviceRuntime fromConstructor;
    private DeviceRuntime fromBeforeEach;

    Injected(DeviceRuntime runtime) {
      this.fromConstructor = runtime;
    }

    @BeforeEach
    void prepare(DeviceRuntime runtime) {
      fromBeforeEach = runtime;
    }

    @Test
    void all_get_the_device_of_the_test(DeviceRuntime runtime, SimDevice device) {
      assertThat(runtime).isSameAs(fromConstructor).isSameAs(fromBeforeEach);
      copy(runtime, 1);
      assertThat(device.counts()).isEqualTo(runtime.totals().counts());
      assertThat(device.ledger()).isNotEmpty();
      assertThat(runtime.transferMode()).isEqualTo(TransferMode.COPY_ALL);
    }

    @Test
    @SimulatedDevice
    void a_method_has_its_own_annotation(DeviceRuntime runtime, SimDevice device) {
      copy(runtime, 1);
      assertThat(device.ledger()).isEmpty();
      assertThat(runtime.transferMode()).isEqualTo(TransferMode.GATED);
    }

    @AfterEach
    void look(DeviceRuntime runtime) {
      assertThat(runtime.isOpen()).isTrue();
    }
  }

  @Test
  void a_test_its_constructor_and_its_lifecycle_methods_get_one_device() {
    assertAllSucceed(Injected.class, 2);
  }

  private static final Queue<DeviceRuntime> SEEN = new ConcurrentLinkedQueue<>();

  @SimulatedDevice
  @Execution(ExecutionMode.CONCURRENT)
  static class Fresh {

    @RepeatedTest(8)
    void each_repetition_starts_from_nothing(DeviceRuntime runtime) {
      assertThat(runtime.totals().runs()).isZero();
      copy(runtime, 100);
      assertThat(runtime.totals().runs()).isEqualTo(1);
      SEEN.add(runtime);
    }
  }

  @Test
  void every_test_has_a_device_of_its_own_which_is_closed_behind_it() {
    SEEN.clear();
    assertAllSucceed(Fresh.class, 8);

    assertThat(SEEN).doesNotHaveDuplicates().hasSize(8).noneMatch(DeviceRuntime::isOpen);
  }

  @SimulatedDevice
  static class Leaking {

    @Test
    void leaves_a_tensor_open(DeviceRuntime runtime) {
      runtime.upload(HostTensor.wrap(new int[3], Shape.of(3)));
    }

    @Test
    @SimulatedDevice(leakCheck = false)
    void may_leave_a_tensor_open(DeviceRuntime runtime) {
      runtime.upload(HostTensor.wrap(new int[3], Shape.of(3)));
    }
  }

  @Test
  void a_tensor_that_is_left_open_fails_the_test_with_the_place_it_comes_from() {
    Events events = run(Leaking.class);

    assertThat(events.succeeded().count()).isEqualTo(1);
    assertThat(messages(events)).hasSize(1);
    assertThat(messages(events).get(0))
        .startsWith(
            "1 device tensor is still open after the test; close what was allocated or uploaded:\n"
                + "  INT32 [3] from ")
        .contains("SimulatedDeviceTest$Leaking.leaves_a_tensor_open(SimulatedDeviceTest.java:");
  }

  @SimulatedDevice
  static class Unfaithful {

    private static void skipLastRow(DeviceRuntime runtime) {
      DeviceCallable skips =
          DeviceCallable.builder("skips")
              .signature(Signature.builder().out("rows").build())
              .artifact("sim", (JavaKernel) args -> args.tensor("rows").writeRow(0, new float[3]))
              .build();
      runtime.run(skips, TaskArgs.of(HostTensor.wrap(new float[6], Shape.of(2, 3))));
    }

    @Test
    void leaves_a_row_unwritten(DeviceRuntime runtime) {
      skipLastRow(runtime);
      skipLastRow(runtime);
    }

    @Test
    @SimulatedDevice(properties = "checks=access")
    void is_not_looked_at_as_closely(DeviceRuntime runtime) {
      skipLastRow(runtime);
    }
  }

  @Test
  void a_kernel_that_does_not_keep_to_its_directions_fails_the_test() {
    Events events = run(Unfaithful.class);

    assertThat(events.succeeded().count()).isEqualTo(1);
    assertThat(messages(events))
        .containsExactly(
            "kernels did not do what is declared of their arguments:\n"
                + "  callable 'skips', argument 0 'rows': the kernel left bytes 12..24 (12 bytes)"
                + " unwritten, of an argument that is only written; write all of it, or declare"
                + " it INOUT");
  }

  @SimulatedDevice
  static class TooEarly {

    @BeforeAll
    static void prepare(DeviceRuntime runtime) {}

    @Test
    void never_runs() {}
  }

  @Test
  void a_device_for_a_whole_class_is_refused_with_the_remedy() {
    List<String> failures =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(TooEarly.class))
            .execute()
            .containerEvents()
            .failed()
            .map(
                event ->
                    event.getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class))
            .map(result -> String.valueOf(result.getThrowable().orElseThrow().getMessage()))
            .toList();

    assertThat(failures).hasSize(1);
    assertThat(failures.get(0))
        .contains("each test has a device of its own, so there is none for static void")
        .contains("take it as a parameter of the test, or of @BeforeEach");
  }

  @SimulatedDevice(properties = "ledger")
  static class Malformed {

    @Test
    void never_runs(DeviceRuntime runtime) {}
  }

  @Test
  void an_option_without_a_value_is_refused() {
    assertThat(messages(run(Malformed.class)).get(0))
        .contains("@SimulatedDevice(properties = \"ledger\") is not of the form name=value");
  }

  @TransferBudget(upload = "40", download = "1 KiB")
  static class Budgeted {

    @BeforeEach
    void prepare(DeviceRuntime runtime) {
      copy(runtime, 1000); // does not count
    }

    @Test
    void moves_exactly_what_is_allowed(DeviceRuntime runtime) {
      copy(runtime, 10);
    }

    @Test
    void moves_nothing() {}

    @RepeatedTest(2)
    @TransferBudget(download = "80")
    void a_method_has_its_own_budget(DeviceRuntime runtime) {
      copy(runtime, 20);
    }

    @Nested
    class Inside {

      @Test
      void a_nested_class_has_the_budget_of_the_one_around_it(DeviceRuntime runtime) {
        copy(runtime, 10);
      }
    }

    @Nested
    @TransferBudget(upload = "44")
    class InsideWithMore {

      @Test
      void a_nested_class_may_have_its_own(DeviceRuntime runtime) {
        copy(runtime, 11);
      }
    }
  }

  @Test
  void a_test_within_its_budget_succeeds() {
    assertAllSucceed(Budgeted.class, 6);
  }

  @TransferBudget(upload = "40")
  static class OverBudget {

    @Test
    void moves_too_much(DeviceRuntime runtime) {
      copy(runtime, 5);
      copy(runtime, 5);
      runtime
          .upload(HostTensor.wrap(new byte[1], dev.sluice.tensor.DataType.UINT8, Shape.of(1)))
          .close();
    }

    @Nested
    class Inside {

      @Test
      void moves_too_much_as_well(DeviceRuntime runtime) {
        copy(runtime, 11);
      }
    }

    @Test
    void fails_for_a_reason_of_its_own(DeviceRuntime runtime) {
      copy(runtime, 100);
      throw new IllegalStateException("own");
    }
  }

  @Test
  void one_byte_more_fails_the_test_with_every_plan() {
    assertThat(messages(run(OverBudget.class)))
        .containsExactlyInAnyOrder(
            """
            transfer budget exceeded: 41 bytes were uploaded, 1 more than the 40 allowed
            2 runs of callable 'copy', mode GATED
               0 in               IN      HOST                   20 bytes  up   -     only read, so it goes up and does not come back
               1 out              OUT     HOST                   20 bytes  -    down  only written, so nothing goes up and all of it comes down
              total: 20 bytes up in 1 copy, 20 bytes down in 1 copy
            outside of runs that succeeded: 1 bytes up, 0 bytes down""",
            """
            transfer budget exceeded: 44 bytes were uploaded, 4 more than the 40 allowed
            1 run of callable 'copy', mode GATED
               0 in               IN      HOST                   44 bytes  up   -     only read, so it goes up and does not come back
               1 out              OUT     HOST                   44 bytes  -    down  only written, so nothing goes up and all of it comes down
              total: 44 bytes up in 1 copy, 44 bytes down in 1 copy
            outside of runs that succeeded: 0 bytes up, 0 bytes down""",
            "own");
  }

  static class Unreadable {

    @Test
    @TransferBudget(upload = "2 MB")
    void has_a_unit_that_is_not_one() {}

    @Test
    @TransferBudget(download = "99999999999 GiB")
    void has_more_bytes_than_there_can_be() {}
  }

  @Test
  void a_budget_that_cannot_be_read_fails_the_test() {
    assertThat(messages(run(Unreadable.class)))
        .containsExactlyInAnyOrder(
            "@TransferBudget(upload = \"2 MB\") is not a number of bytes; write \"100\","
                + " \"64 KiB\", \"2 MiB\" or \"1 GiB\"",
            "@TransferBudget(download = \"99999999999 GiB\") is not a number of bytes; write"
                + " \"100\", \"64 KiB\", \"2 MiB\" or \"1 GiB\"");
  }

  @TransferBudget(upload = "400")
  @Execution(ExecutionMode.CONCURRENT)
  static class Parallel {

    @RepeatedTest(16)
    void counts_its_own_device_alone(DeviceRuntime runtime) {
      copy(runtime, 100);
    }
  }

  @Test
  void tests_in_parallel_do_not_count_for_each_other() {
    assertAllSucceed(Parallel.class, 16);
  }
}
