package dev.sluice.spi.hostruntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.CallableArtifact;
import dev.sluice.ScalarType;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.kernel.NativeKernel.CoreType;
import dev.sluice.kernel.NativeKernel.Parameter;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceFailure.Kind;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A context over a JNI library that only notes what it is asked. */
class HostRuntimeContextTest {

  private static final HostRuntimeFamily FAMILY =
      new HostRuntimeFamily(
          "a2a3", "Ascend A2/A3", 2, 4, EnumSet.allOf(DataType.class), CopyCosts.UNKNOWN);

  private final RecordedCalls calls = new RecordedCalls();
  private final SimulatorTurn simulator = new SimulatorTurn(Duration.ofMillis(20));
  private final HostRuntimeContext context = context("tensormap_and_ringbuffer");

  private HostRuntimeContext context(String runtime) {
    return context(Map.of("variant", "sim", "runtime", runtime));
  }

  private HostRuntimeContext context(Map<String, String> options) {
    return new HostRuntimeContext(
        calls,
        RecordedCalls.CONTEXT,
        "a2a3:0",
        FAMILY,
        HostRuntimeOptions.of(FAMILY, options),
        simulator);
  }

  private static NativeArtifact artifact() {
    return NativeArtifact.builder()
        .orchestration(new byte[] {1, 2, 3})
        .entry("go")
        .configSymbol("c")
        .kernel(
            NativeKernel.builder(7, CoreType.AIV)
                .binary(new byte[] {9, 8, 7, 6, 5})
                .signature(Parameter.IN, Parameter.OUT, Parameter.SCALAR)
                .build())
        .build();
  }

  private static CallableRegistration registration(CallableArtifact artifact, boolean open) {
    return new CallableRegistration(
        "f",
        artifact,
        List.of(
            new CallableRegistration.Tensor("in", true, false),
            new CallableRegistration.Tensor("out", false, true)),
        List.of(new CallableRegistration.Scalar("s", ScalarType.BITS)),
        open);
  }

  private static LaunchArgument.Builder argument(Shape shape) {
    return LaunchArgument.builder("in", DataType.INT16, shape).access(true, true);
  }

  private LaunchRequest request(long callable, LaunchArgument first, LaunchArgument second) {
    return new LaunchRequest(callable, List.of(first, second), new long[] {0x1122334455667788L});
  }

  private LaunchRequest empty(long callable) {
    LaunchArgument nothing = argument(Shape.of(0)).build();
    return request(callable, nothing, nothing);
  }

  private static void assertFails(ThrowingCallable call, Kind kind, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(kind);
              assertThat(failure.problem()).isEqualTo(message);
            });
  }

  @Test
  void a_freed_or_foreign_handle_is_refused_before_the_native_call() {
    long handle = context.allocate(10);
    context.free(handle);

    assertFails(
        () -> context.free(handle),
        Kind.REFUSED,
        "handle " + handle + " is not allocated on this device");
    assertFails(
        () -> context.copyToHost(99, 0, ByteBuffer.allocateDirect(1)),
        Kind.REFUSED,
        "handle 99 is not allocated on this device");
    assertThat(calls.made).containsExactly("allocate 10", "free 1000");
  }

  @Test
  void a_range_outside_an_allocation_is_refused_before_the_native_call() {
    long handle = context.allocate(10);

    assertFails(
        () -> context.copyToDevice(handle, 3, ByteBuffer.allocateDirect(8)),
        Kind.REFUSED,
        "bytes 3..11 reach outside an allocation of 10");
    assertFails(
        () -> context.copyToHost(handle, -1, ByteBuffer.allocateDirect(2)),
        Kind.REFUSED,
        "bytes -1..1 reach outside an allocation of 10");
    assertFails(
        () -> context.fill(handle, 0, 11, (byte) 0),
        Kind.REFUSED,
        "bytes 0..11 reach outside an allocation of 10");
    assertThat(calls.made).containsExactly("allocate 10");
    context.copyToDevice(handle, 3, ByteBuffer.allocateDirect(9).position(2));
    assertThat(calls.made).endsWith("copyToDevice 1003 7 0");
  }

  @Test
  void a_device_without_room_is_out_of_memory_and_zero_bytes_are_refused() {
    calls.nextAddress = 0;
    assertFails(
        () -> context.allocate(5), Kind.OUT_OF_MEMORY, "the device has no room for 5 bytes");
    assertFails(() -> context.allocate(0), Kind.REFUSED, "an allocation of 0 bytes");
  }

  @Test
  void a_fill_is_copied_in_pieces() {
    long handle = context.allocate((1 << 20) + 5);
    context.fill(handle, 2, (1 << 20) + 3, (byte) 7);

    assertThat(calls.made).endsWith("copyToDevice 1002 1048576 7", "copyToDevice 101002 3 7");
  }

  @Test
  void memory_in_use_is_what_the_host_runtime_says() {
    long handle = context.allocate(100);
    assertThat(context.bytesInUse()).isEqualTo(100);
    calls.committed = 40;
    context.free(handle);
    assertThat(context.bytesInUse()).isEqualTo(40);
  }

  @Test
  void a_callable_is_laid_out_as_the_library_reads_it() {
    context.register(registration(artifact(), false));

    ByteBuffer flat = RecordedCalls.littleEndian(calls.callable);
    assertThat(flat.getInt(0)).as("signature count").isEqualTo(2);
    assertThat(flat.getInt(4)).as("kernels").isEqualTo(1);
    assertThat(flat.getInt(8)).as("entry length").isEqualTo(2);
    assertThat(flat.getInt(12)).as("config length").isEqualTo(1);
    assertThat(flat.getLong(16)).as("orchestration bytes").isEqualTo(3);
    assertThat(flat.getInt(24)).as("IN").isEqualTo(1);
    assertThat(flat.getInt(28)).as("OUT").isEqualTo(2);
    assertThat(calls.callable[32]).isEqualTo((byte) 'g');
    assertThat(calls.callable[34]).isEqualTo((byte) 'c');
    assertThat(flat.getInt(36)).as("padding to 40").isZero();
    assertThat(calls.callable[40]).as("orchestration").isEqualTo((byte) 1);
    assertThat(flat.getInt(48)).as("func id").isEqualTo(7);
    assertThat(flat.getInt(52)).as("kernel signature").isEqualTo(3);
    assertThat(flat.getLong(56)).as("binary bytes").isEqualTo(5);
    assertThat(List.of(flat.getInt(64), flat.getInt(68), flat.getInt(72))).containsExactly(1, 2, 0);
    assertThat(calls.callable[80]).as("binary").isEqualTo((byte) 9);
    assertThat(calls.callable).hasSize(88);
  }

  @Test
  void a_callable_of_another_kind_or_without_a_count_of_arguments_is_refused() {
    assertFails(
        () -> context.register(registration(new ForeignArtifact(), false)),
        Kind.REFUSED,
        "the platform a2a3 runs compiled objects, not a " + ForeignArtifact.class.getName());
    assertFails(
        () -> context.register(registration(artifact(), true)),
        Kind.REFUSED,
        "its signature does not say how many arguments it takes");
    assertThat(calls.made).isEmpty();
  }

  private record ForeignArtifact() implements CallableArtifact {}

  @Test
  void the_sixty_fifth_callable_is_refused_and_a_free_id_is_used_again() {
    for (int i = 0; i < 64; i++) {
      assertThat(context.register(registration(artifact(), false))).isEqualTo(i);
    }
    assertFails(
        () -> context.register(registration(artifact(), false)),
        Kind.REFUSED,
        "64 callables are loaded, and the device takes no more");
    context.unregister(30);
    assertThat(context.register(registration(artifact(), false))).isEqualTo(30);
    assertFails(() -> context.unregister(64), Kind.REFUSED, "no callable 64 is loaded");
  }

  @Test
  void an_id_whose_registration_failed_is_free() {
    calls.failing.put("register", new NativeFailure(NativeFailure.FAILED, -1, "register: no"));
    assertFails(
        () -> context.register(registration(artifact(), false)), Kind.FAILED, "register: no");
    calls.failing.clear();
    calls.errors.put("register", new OutOfMemoryError("no room for a message"));
    assertThatThrownBy(() -> context.register(registration(artifact(), false)))
        .isInstanceOf(OutOfMemoryError.class);
    calls.errors.clear();
    assertThat(context.register(registration(artifact(), false))).isZero();
  }

  @Test
  void arguments_are_laid_out_as_the_library_reads_them() {
    long callable = context.register(registration(artifact(), false));
    long handle = context.allocate(1000);
    LaunchArgument slice = argument(Shape.of(2, 3)).slice(handle, 64).build();
    LaunchArgument view = argument(Shape.of(4, 5)).memory(handle, 200).strides(7, 1).build();

    context.launch(request(callable, slice, view));

    ByteBuffer flat = RecordedCalls.littleEndian(calls.arguments);
    assertThat(calls.arguments).hasSize(8 + 2 * 120 + 8);
    assertThat(flat.getInt(0)).as("tensors").isEqualTo(2);
    assertThat(flat.getInt(4)).as("scalars").isEqualTo(1);
    assertThat(flat.getLong(8)).as("a slice has an address of its own").isEqualTo(0x1000 + 64);
    assertThat(flat.getLong(16)).as("and its own bytes").isEqualTo(12);
    assertThat(flat.getLong(24)).as("start").isZero();
    assertThat(flat.getInt(32)).as("INT16").isEqualTo(3);
    assertThat(flat.getInt(36)).as("rank").isEqualTo(2);
    assertThat(flat.getInt(40)).as("DEVICE").isEqualTo(1);
    assertThat(flat.getLong(48)).as("shape").isEqualTo(2);
    assertThat(flat.getLong(56)).isEqualTo(3);
    assertThat(flat.getLong(64)).as("no third dimension").isZero();
    assertThat(flat.getLong(88)).as("strides").isEqualTo(3);
    assertThat(flat.getLong(96)).isEqualTo(1);
    assertThat(flat.getLong(128)).as("a view has its allocation's address").isEqualTo(0x1000);
    assertThat(flat.getLong(136)).isEqualTo(1000);
    assertThat(flat.getLong(144)).as("start in elements").isEqualTo(100);
    assertThat(flat.getLong(208)).as("stride").isEqualTo(7);
    assertThat(flat.getLong(248)).as("scalar").isEqualTo(0x1122334455667788L);
  }

  @Test
  void host_memory_and_tensors_without_elements_have_their_places() {
    long callable = context.register(registration(artifact(), false));
    ByteBuffer control = ByteBuffer.allocateDirect(6).order(ByteOrder.LITTLE_ENDIAN);

    context.launch(
        request(
            callable,
            argument(Shape.of(3)).hostMemory(control).build(),
            argument(Shape.of(0)).hostMemory(ByteBuffer.allocateDirect(0)).build()));

    ByteBuffer flat = RecordedCalls.littleEndian(calls.arguments);
    assertThat(flat.getLong(8)).isNotZero();
    assertThat(flat.getLong(16)).isEqualTo(6);
    assertThat(flat.getInt(40)).as("HOST").isZero();
    assertThat(flat.getLong(128)).as("an empty one has no address").isZero();
    assertThat(flat.getInt(160)).as("and is on the device").isEqualTo(1);
  }

  @Test
  void what_the_host_runtime_cannot_take_is_refused_by_argument() {
    long callable = context.register(registration(artifact(), false));
    long handle = context.allocate(1000);
    LaunchArgument good = argument(Shape.of(0)).build();

    assertThatThrownBy(
            () ->
                context.launch(
                    request(callable, good, argument(Shape.of(3)).memory(handle, 3).build())))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure -> {
              assertThat(failure.argument()).hasValue(1);
              assertThat(failure.problem())
                  .isEqualTo(
                      "the tensor starts at byte 3, which is no multiple of its element size of 2");
            });
    assertFails(
        () ->
            context.launch(
                request(
                    callable,
                    good,
                    argument(Shape.of(2, 2)).memory(handle, 0).strides(1L << 32, 1).build())),
        Kind.REFUSED,
        "a stride of 4294967296 elements");
    assertFails(
        () -> context.launch(new LaunchRequest(callable, List.of(good), new long[1])),
        Kind.REFUSED,
        "the callable takes 2 tensors and 1 scalars, but the launch has 1 and 1");
    assertFails(() -> context.launch(empty(5)), Kind.REFUSED, "no callable 5 is loaded");
    assertThat(calls.made).doesNotContain("launch 0 0");
  }

  @Test
  void a_launch_is_polled_until_it_is_done_and_then_finished() {
    Launch launch = context.launch(empty(context.register(registration(artifact(), false))));

    assertThat(List.of(launch.poll(), launch.poll(), launch.poll(), launch.poll()))
        .containsExactly(false, false, true, true);
    launch.finish();
    assertThat(launch.deviceWallNanos()).isEmpty();
    assertThat(calls.made).endsWith("launch 0 0", "finish");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, LOST, 'the run ended with code -1 (no reason is given), after which another run on this"
        + " device would hang or fail'",
    "-2, FAILED, the run ended with code -2 (deadlock in the heap ring)",
    "-7, FAILED, the run ended with code -7 (invalid synchronous start)",
    "-11, FAILED, the run ended with code -11 (the tensor map overflowed)",
    "-100, LOST, 'the run ended with code -100 (the scheduler made no progress in time), after"
        + " which another run on this device would hang or fail'",
    "507018, LOST, 'the run ended with code 507018 (the device driver reported it), after which"
        + " another run on this device would hang or fail'"
  })
  void a_run_that_failed_says_what_its_code_means(int code, Kind kind, String message) {
    calls.finishCode = code;
    Launch launch = context.launch(empty(context.register(registration(artifact(), false))));

    assertThatThrownBy(launch::finish)
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(kind);
              assertThat(failure.problem()).isEqualTo(message);
              assertThat(failure.nativeCode()).hasValue(code);
            });
  }

  @Test
  void a_failure_seen_while_polling_is_not_lost_in_a_clean_end() {
    calls.polls.clear();
    calls.polls.add(-9);
    Launch launch = context.launch(empty(context.register(registration(artifact(), false))));

    assertThat(launch.poll()).isTrue();
    assertFails(
        launch::finish,
        Kind.FAILED,
        "the run ended with code -9 (the orchestration reported a fatal error)");
  }

  @Test
  void a_run_that_could_not_be_prepared_leaves_the_device_and_the_simulator_usable() {
    long callable = context.register(registration(artifact(), false));
    calls.failing.put("launch", new NativeFailure(NativeFailure.FAILED, -5, "prepare: -5"));

    assertFails(() -> context.launch(empty(callable)), Kind.FAILED, "prepare: -5");

    calls.failing.clear();
    context.launch(empty(callable)).finish();
  }

  @Test
  void a_launch_that_failed_after_it_was_prepared_counts_as_a_run() {
    long callable = context.register(registration(artifact(), false));
    calls.failing.put("launch", new NativeFailure(NativeFailure.FAILED, -1, "launch: -1"));

    assertThatThrownBy(() -> context.launch(empty(callable)))
        .isInstanceOfSatisfying(
            DeviceFailure.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.LOST));
  }

  @Test
  void a_device_tensor_that_the_host_would_have_to_read_gets_the_remedy() {
    HostRuntimeContext onHost = context("host_build_graph");
    long callable = onHost.register(registration(artifact(), false));
    calls.failing.put("launch", new NativeFailure(NativeFailure.FAILED, -5, "prepare: -5"));

    assertThatThrownBy(() -> onHost.launch(empty(callable)))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure ->
                assertThat(failure.remedy())
                    .isEqualTo(
                        "an orchestration on host_build_graph runs on the host and cannot read"
                            + " device tensors there; name the small ones that it reads in"
                            + " NativeArtifact.hostArguments, and declare them IN"));
  }

  @Test
  void an_orchestration_that_stops_at_what_it_could_not_read_gets_the_remedy_too() {
    HostRuntimeContext onHost = context("host_build_graph");
    long callable = onHost.register(registration(artifact(), false));
    calls.failing.put("launch", new NativeFailure(NativeFailure.FAILED, -1, "prepare: -1"));

    assertThatThrownBy(() -> onHost.launch(empty(callable)))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure ->
                assertThat(failure.remedy())
                    .isEqualTo(
                        "see the host runtime's log; if it names a host view: an orchestration on"
                            + " host_build_graph runs on the host and cannot read device tensors"
                            + " there; name the small ones that it reads in"
                            + " NativeArtifact.hostArguments, and declare them IN"));
  }

  @Test
  void whatever_a_launch_throws_the_simulator_is_free_afterwards() {
    HostRuntimeContext tested = context(Map.of("variant", "sim", "self-test", "true"));
    long callable = tested.register(registration(artifact(), false));
    calls.failing.put("probe", new NativeFailure(NativeFailure.REFUSED, 0, "probe: no"));
    assertFails(() -> tested.launch(empty(callable)), Kind.REFUSED, "probe: no");

    tested.launch(empty(callable)).finish();
  }

  @Test
  void who_waits_for_a_run_that_is_given_up_is_told_at_once() throws Exception {
    SimulatorTurn turn = new SimulatorTurn(Duration.ofDays(1));
    turn.take("a2a3:0");
    CompletableFuture<Throwable> refused = new CompletableFuture<>();
    Thread waiting = new Thread(() -> refused.complete(catchThrowable(() -> turn.take("a2a3:1"))));
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    turn.giveUp();

    assertFails(
        () -> {
          throw refused.get(1, TimeUnit.MINUTES);
        },
        Kind.REFUSED,
        "a run on a2a3:0 was given up and may still be going on in this process, which has one"
            + " simulator for all devices");
  }

  @Test
  void one_run_at_a_time_uses_the_simulator_and_a_run_given_up_keeps_it() {
    long callable = context.register(registration(artifact(), false));
    HostRuntimeContext second = context("tensormap_and_ringbuffer");
    second.register(registration(artifact(), false));
    Launch running = context.launch(empty(callable));

    assertFails(
        () -> second.launch(empty(0)), Kind.REFUSED, "the run on a2a3:0 has not ended for PT0.02S");
    running.finish();
    second.launch(empty(0)).finish();

    context.launch(empty(callable)).abort();
    assertFails(
        () -> second.launch(empty(0)),
        Kind.REFUSED,
        "a run on a2a3:0 was given up and may still be going on in this process, which has one"
            + " simulator for all devices");
  }

  @Test
  void a_context_whose_run_was_given_up_closes_without_waiting_for_it() {
    Launch launch = context.launch(empty(context.register(registration(artifact(), false))));
    launch.abort();

    context.close();

    assertThat(calls.made).endsWith("close true");
  }

  @Test
  void with_the_self_test_the_library_is_checked_once_before_a_callable_is_launched() {
    HostRuntimeContext tested =
        new HostRuntimeContext(
            calls,
            RecordedCalls.CONTEXT,
            "a2a3:0",
            FAMILY,
            HostRuntimeOptions.of(FAMILY, Map.of("variant", "sim", "self-test", "true")),
            simulator);
    long callable = tested.register(registration(artifact(), false));
    calls.failing.put("probe", new NativeFailure(NativeFailure.REFUSED, 0, "another layout"));
    assertFails(() -> tested.launch(empty(callable)), Kind.REFUSED, "another layout");

    calls.failing.clear();
    long second = tested.register(registration(artifact(), false));
    tested.launch(empty(second)).finish();
    tested.launch(empty(second)).finish();

    assertThat(calls.made)
        .containsExactly(
            "register 0",
            "probe 1",
            "register 1",
            "probe 2",
            "launch 1 0",
            "finish",
            "launch 1 0",
            "finish");
  }

  @Test
  void a_context_closes_in_order_otherwise() {
    context.close();
    assertThat(calls.made).containsExactly("close false");
  }
}
