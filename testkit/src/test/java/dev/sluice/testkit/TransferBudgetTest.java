package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.error.DeviceLostException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.fault.DeviceCall;
import dev.sluice.sim.fault.Fault;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Budgets that are broken, by tests that do more than run a callable, run by JUnit's own kit. */
class TransferBudgetTest {

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("shrink")
          .signature(Signature.builder().in("in").out("out").build())
          .artifact(
              "sim", (JavaKernel) args -> args.tensor("out").setInt(0, args.tensor("in").getInt(0)))
          .build();

  /** Uploads 4 bytes for each element and downloads 4 bytes. */
  private static void shrink(DeviceRuntime runtime, int elements) {
    runtime.run(CALLABLE, TaskArgs.of(ints(elements), ints(1)));
  }

  private static HostTensor ints(int elements) {
    return HostTensor.wrap(new int[elements], Shape.of(elements));
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
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .map(result -> String.valueOf(result.getThrowable().orElseThrow().getMessage()))
        .toList();
  }

  @TransferBudget(upload = "0", download = "3")
  static class OverBoth {

    @Test
    void breaks_both(DeviceRuntime runtime) {
      shrink(runtime, 2);
    }

    @AfterEach
    void brings_more_down(DeviceRuntime runtime) {
      shrink(runtime, 1000); // does not count
    }
  }

  @Test
  void both_directions_are_said_where_both_are_exceeded() {
    assertThat(messages(run(OverBoth.class)))
        .containsExactly(
            """
            transfer budget exceeded: 8 bytes were uploaded, 8 more than the 0 allowed; 4 bytes were downloaded, 1 more than the 3 allowed
            1 run of callable 'shrink', mode GATED
               0 in               IN      HOST                    8 bytes  up   -     only read, so it goes up and does not come back
               1 out              OUT     HOST                    4 bytes  -    down  only written, so nothing goes up and all of it comes down
              total: 8 bytes up in 1 copy, 4 bytes down in 1 copy
            outside of runs that succeeded: 0 bytes up, 0 bytes down""");
  }

  @TransferBudget(upload = "4")
  static class OwnDeath {

    @Test
    void closes_the_runtime(DeviceRuntime runtime) {
      shrink(runtime, 2);
      runtime.close();
    }

    @Test
    void loses_the_device(DeviceRuntime runtime, SimDevice device) {
      device.inject(Fault.on(DeviceCall.LAUNCH).losing());
      assertThatThrownBy(() -> shrink(runtime, 2)).isInstanceOf(DeviceLostException.class);
    }

    @Test
    void audits(DeviceRuntime runtime) {
      runtime.audit(CALLABLE, TaskArgs.of(ints(1), ints(1)));
    }

    @Test
    void runs_on_another_thread(DeviceRuntime runtime) {
      CompletableFuture.runAsync(() -> shrink(runtime, 3)).join();
    }

    @Test
    @SimulatedDevice
    void stays_within(DeviceRuntime runtime) {
      shrink(runtime, 1);
    }
  }

  @Test
  void what_moved_counts_whatever_became_of_the_device() {
    Events events = run(OwnDeath.class);

    assertThat(messages(events))
        .hasSize(4)
        .allMatch(message -> message.startsWith("transfer budget exceeded: "))
        .anyMatch(message -> message.endsWith("that succeeded: 8 bytes up, 0 bytes down"))
        .anyMatch(message -> message.contains("of callable 'shrink (audit)'"))
        .anyMatch(message -> message.contains("12 bytes were uploaded, 8 more than"));
    assertThat(events.succeeded().count()).isEqualTo(1);
  }

  @TransferBudget(upload = "16")
  @Execution(ExecutionMode.CONCURRENT)
  static class Parallel {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void uploads_four_bytes_each(int elements, DeviceRuntime runtime) {
      shrink(runtime, elements);
    }
  }

  @Test
  void in_parallel_those_fail_that_move_too_much_and_no_others() {
    Events events = run(Parallel.class);

    assertThat(events.succeeded().count()).isEqualTo(4);
    assertThat(messages(events).stream().map(message -> message.lines().findFirst().orElseThrow()))
        .containsExactlyInAnyOrder(
            "transfer budget exceeded: 20 bytes were uploaded, 4 more than the 16 allowed",
            "transfer budget exceeded: 24 bytes were uploaded, 8 more than the 16 allowed",
            "transfer budget exceeded: 28 bytes were uploaded, 12 more than the 16 allowed",
            "transfer budget exceeded: 32 bytes were uploaded, 16 more than the 16 allowed");
  }

  @TransferBudget(upload = "4")
  abstract static class Inherited {

    @Test
    void is_budgeted_above(DeviceRuntime runtime) {
      shrink(runtime, 2);
    }
  }

  static class Inheriting extends Inherited {

    @Test
    void is_budgeted_below(DeviceRuntime runtime) {
      shrink(runtime, 3);
    }
  }

  @Test
  void a_budget_is_inherited() {
    assertThat(messages(run(Inheriting.class)))
        .hasSize(2)
        .allMatch(message -> message.contains("more than the 4 allowed"));
  }
}
