package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.CallableArtifact;
import dev.sluice.TransferCounts;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.sim.ledger.Operation;
import dev.sluice.sim.ledger.Operation.Kind;
import dev.sluice.sim.memory.FillPattern;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.ModelledClock;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The simulated device, through the SPI. */
class SimContextTest {

  private DeviceContext device = open(SimOptions.builder().ledgerLimit(100).build());

  private static DeviceContext open(SimOptions options) {
    return new SimPlatform(options).open(new DeviceOptions(0, Map.of()));
  }

  @AfterEach
  void closeDevice() {
    device.close();
  }

  private SimDevice view() {
    return device.capability(SimDevice.class).orElseThrow();
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private long register(JavaKernel kernel) {
    return device.register(new CallableRegistration("f", kernel, List.of(), List.of(), true));
  }

  private LaunchArgument argument(long handle, int floats, boolean readable, boolean writable) {
    return LaunchArgument.builder("x", DataType.FLOAT32, Shape.of(floats))
        .memory(handle, 0)
        .access(readable, writable)
        .transientContents(!readable)
        .build();
  }

  private void run(JavaKernel kernel, LaunchArgument... arguments) {
    long callable = register(kernel);
    try {
      Launch launch =
          device.launch(new LaunchRequest(callable, List.of(arguments), new long[] {7}));
      while (!launch.poll()) {
        Thread.onSpinWait();
      }
      launch.finish();
    } finally {
      device.unregister(callable);
    }
  }

  // Memory

  @Test
  void handles_count_up_and_addresses_are_aligned_and_no_host_addresses() {
    long first = device.allocate(1);
    long second = device.allocate(1000);

    assertThat(second).isGreaterThan(first);
    assertThat(device.deviceAddress(first)).isEqualTo(0x00D0_0000_0000_0000L);
    assertThat(device.deviceAddress(second) % SimOptions.BASE_ALIGNMENT_BYTES).isZero();
    assertThat(device.deviceAddress(second)).isGreaterThan(device.deviceAddress(first));
  }

  @Test
  void fresh_memory_holds_the_pattern_also_where_it_was_used_before() {
    long handle = device.allocate(5);
    device.copyToDevice(handle, 0, direct(5));
    device.free(handle);
    handle = device.allocate(300);

    ByteBuffer bytes = direct(300);
    device.copyToHost(handle, 0, bytes);
    for (int i = 0; i < 300; i++) {
      assertThat(bytes.get(i)).isEqualTo(FillPattern.at(i)).isNotZero();
    }
    assertThat(bytes.getFloat(4)).isNaN();
    assertThat(bytes.getInt(8)).isNegative();
  }

  @Test
  void copies_and_fills_reach_exactly_their_range() {
    long handle = device.allocate(200_000);
    device.fill(handle, 0, 200_000, (byte) 1);
    device.copyToDevice(handle, 10, direct(4).putInt(0, 0x04030201));

    ByteBuffer bytes = direct(200_000);
    device.copyToHost(handle, 0, bytes);
    assertThat(bytes.getInt(10)).isEqualTo(0x04030201);
    assertThat(bytes.get(9)).isEqualTo((byte) 1);
    assertThat(bytes.get(14)).isEqualTo((byte) 1);
    assertThat(bytes.get(199_999)).isEqualTo((byte) 1);
  }

  @Test
  void wrong_accesses_are_refused_by_the_name_of_the_allocation() {
    long handle = device.allocate(64);

    assertThatThrownBy(() -> device.copyToDevice(handle, 61, direct(4)))
        .isInstanceOf(DeviceFailure.class)
        .hasMessage("bytes 61..65 reach outside allocation 1 (64 bytes at 0xd0000000000000)");
    device.copyToDevice(handle, 60, direct(4));
    assertThatThrownBy(() -> device.copyToHost(handle, -1, direct(4)))
        .hasMessage("bytes -1..3 reach outside allocation 1 (64 bytes at 0xd0000000000000)");
    assertThatThrownBy(() -> device.fill(handle, 1, 64, (byte) 0))
        .hasMessage("bytes 1..65 reach outside allocation 1 (64 bytes at 0xd0000000000000)");
    assertThatThrownBy(() -> device.free(99)).hasMessage("there is no allocation 99");

    device.free(handle);
    assertThatThrownBy(() -> device.free(handle))
        .hasMessage("allocation 1 (64 bytes at 0xd0000000000000) has been freed");
    assertThatThrownBy(() -> device.copyToDevice(handle, 0, direct(1)))
        .hasMessage("allocation 1 (64 bytes at 0xd0000000000000) has been freed");
  }

  @Test
  void a_full_device_says_what_was_asked_and_what_is_in_use() {
    device.close();
    device = open(SimOptions.builder().capacityBytes(100).build());
    long handle = device.allocate(60);

    DeviceFailure full = catchThrowableOfType(DeviceFailure.class, () -> device.allocate(41));
    assertThat(full)
        .hasMessage("the device has 100 bytes, of which 60 are in use; 41 more do not fit");
    assertThat(full.kind()).isEqualTo(DeviceFailure.Kind.OUT_OF_MEMORY);
    device.allocate(40);
    device.free(handle);
    device.allocate(60);
  }

  // Counting

  @Test
  void the_device_counts_for_itself_and_keeps_a_ledger() {
    long handle = device.allocate(16);
    device.copyToDevice(handle, 0, direct(16));
    device.fill(handle, 8, 4, (byte) 0);
    run(args -> {}, argument(handle, 4, true, false));
    device.copyToHost(handle, 4, direct(8));
    device.free(handle);

    assertThat(device.capability(DeviceCounters.class).orElseThrow().counts())
        .isEqualTo(new TransferCounts(16, 1, 8, 1, 1, 1, 1, 1));
    assertThat(view().liveBytes()).isZero();
    assertThat(view().peakLiveBytes()).isEqualTo(16);
    assertThat(view().ledger())
        .containsExactly(
            new Operation(Kind.ALLOCATE, 1, 0, 16, null),
            new Operation(Kind.UPLOAD, 1, 0, 16, null),
            new Operation(Kind.FILL, 1, 8, 4, null),
            new Operation(Kind.REGISTER, 0, 0, 0, "f"),
            new Operation(Kind.LAUNCH, 0, 0, 0, "f"),
            new Operation(Kind.UNREGISTER, 0, 0, 0, "f"),
            new Operation(Kind.DOWNLOAD, 1, 4, 8, null),
            new Operation(Kind.FREE, 1, 0, 16, null));
  }

  @Test
  void a_ledger_keeps_the_newest_and_counts_the_rest_and_is_off_unless_asked_for() {
    device.close();
    device = open(SimOptions.builder().ledgerLimit(2).build());
    for (int i = 1; i <= 5; i++) {
      device.allocate(i);
    }
    assertThat(view().ledger()).extracting(Operation::byteCount).containsExactly(4L, 5L);
    assertThat(view().droppedOperations()).isEqualTo(3);

    device.close();
    device = open(SimOptions.builder().build());
    device.allocate(1);
    assertThat(view().ledger()).isEmpty();
    assertThat(view().droppedOperations()).isZero();
  }

  @Test
  void the_virtual_clock_charges_copies_launches_and_streamed_bytes() {
    device.close();
    CostProfile costs =
        CostProfile.builder("test")
            .uploadBytesPerSecond(1e9)
            .downloadBytesPerSecond(0.5e9)
            .deviceBytesPerSecond(2e9)
            .copyNanos(5)
            .launchNanos(100)
            .build();
    device = open(SimOptions.builder().profile(costs).build());
    long handle = device.allocate(40);
    ModelledClock clock = device.capability(ModelledClock.class).orElseThrow();
    assertThat(clock.elapsedNanos()).isZero();

    device.copyToDevice(handle, 0, direct(40));
    assertThat(clock.elapsedNanos()).isEqualTo(45);
    run(args -> {}, argument(handle, 10, true, false));
    assertThat(clock.elapsedNanos()).isEqualTo(45 + 100 + 20);
    assertThat(clock.deviceNanos()).isEqualTo(20);
    device.copyToHost(handle, 0, direct(40));
    assertThat(clock.elapsedNanos()).isEqualTo(165 + 5 + 80);
  }

  // Kernels

  @Test
  void a_kernel_reads_and_writes_through_its_views_and_sees_its_scalars() {
    long x = device.allocate(8);
    long y = device.allocate(8);
    device.copyToDevice(x, 0, direct(8).putFloat(0, 1.5f).putFloat(4, 2.5f));
    run(
        args -> {
          TensorView in = args.tensor(0);
          TensorView out = args.tensor(1);
          out.setFloat(0, in.getFloat(1) + args.int32(0));
          out.write(1, new float[] {in.getFloat(0)}, 0, 1);
        },
        argument(x, 2, true, false),
        argument(y, 2, false, true));

    ByteBuffer result = direct(8);
    device.copyToHost(y, 0, result);
    assertThat(result.getFloat(0)).isEqualTo(9.5f);
    assertThat(result.getFloat(4)).isEqualTo(1.5f);
  }

  @Test
  void what_a_round_before_left_is_refilled_before_a_launch_that_may_only_write() {
    long handle = device.allocate(16);
    device.fill(handle, 0, 16, (byte) 3);
    run(args -> {}, argument(handle, 2, false, true));

    ByteBuffer bytes = view().peek(handle, 0, 16);
    assertThat(bytes.get(7)).isEqualTo(FillPattern.at(7));
    assertThat(bytes.get(8)).as("behind the argument").isEqualTo((byte) 3);

    device.fill(handle, 0, 16, (byte) 3);
    run(args -> {}, argument(handle, 2, true, true));
    assertThat(view().peek(handle, 7, 1).get(0)).isEqualTo((byte) 3);

    device.close();
    device = open(SimOptions.builder().refill(false).build());
    long plain = device.allocate(8);
    device.fill(plain, 0, 8, (byte) 3);
    run(args -> {}, argument(plain, 2, false, true));
    assertThat(view().peek(plain, 7, 1).get(0)).isEqualTo((byte) 3);
  }

  @Test
  void writing_what_is_only_read_fails_at_the_write_even_if_the_kernel_swallows_it() {
    long handle = device.allocate(16);
    AtomicInteger after = new AtomicInteger();
    JavaKernel kernel =
        args -> {
          try {
            args.tensor("x").setFloat(2, 1);
            after.incrementAndGet();
          } catch (RuntimeException swallowed) {
            // as a careless kernel would
          }
        };

    DeviceFailure failure =
        catchThrowableOfType(
            DeviceFailure.class, () -> run(kernel, argument(handle, 4, true, false)));

    assertThat(failure)
        .hasMessage("the kernel wrote element 2 (byte 8) of an argument that is only read");
    assertThat(failure.argument()).hasValue(0);
    assertThat(failure.remedy()).isEqualTo("declare the argument INOUT or OUT, or leave it alone");
    assertThat(after).hasValue(0);
    run(kernel, argument(handle, 4, true, true));
    assertThat(after).hasValue(1);
  }

  @Test
  void reading_what_is_only_written_fails_until_the_kernel_has_written_it() {
    long handle = device.allocate(4 * 100);
    run(
        args -> {
          TensorView out = args.tensor(0);
          out.write(10, new float[60], 0, 60);
          out.read(10, new float[60], 0, 60);
          out.setFloat(70, 1);
          out.read(11, new float[60], 0, 60);
        },
        argument(handle, 100, false, true));

    assertThatThrownBy(
            () ->
                run(
                    args -> {
                      args.tensor(0).write(10, new float[60], 0, 60);
                      args.tensor(0).read(10, new float[61], 0, 61);
                    },
                    argument(handle, 100, false, true)))
        .hasMessage(
            "the kernel read element 70 (byte 280) before writing it, of an argument that is only written");
  }

  @Test
  void a_strided_argument_is_read_and_written_in_its_own_order() {
    long handle = device.allocate(4 * 12);
    ByteBuffer bytes = direct(4 * 12);
    for (int i = 0; i < 12; i++) {
      bytes.putFloat(4 * i, i);
    }
    device.copyToDevice(handle, 0, bytes);
    LaunchArgument columns =
        LaunchArgument.builder("x", DataType.FLOAT32, Shape.of(3, 2))
            .memory(handle, 4)
            .strides(4, 2)
            .access(true, true)
            .build();
    float[] seen = new float[6];
    run(
        args -> {
          args.tensor(0).read(0, seen, 0, 6);
          args.tensor(0).writeRow(2, new float[] {-1, -2});
        },
        columns);

    assertThat(seen).containsExactly(1, 3, 5, 7, 9, 11);
    ByteBuffer after = view().peek(handle, 0, 48);
    assertThat(after.getFloat(4 * 9)).isEqualTo(-1);
    assertThat(after.getFloat(4 * 10)).isEqualTo(10);
    assertThat(after.getFloat(4 * 11)).isEqualTo(-2);
  }

  @Test
  void arguments_that_a_kernel_kept_are_of_no_use_after_it() {
    long handle = device.allocate(4);
    AtomicReference<KernelArguments> kept = new AtomicReference<>();
    AtomicReference<TensorView> view = new AtomicReference<>();
    run(
        args -> {
          kept.set(args);
          view.set(args.tensor(0));
        },
        argument(handle, 1, true, false));

    assertThatThrownBy(() -> kept.get().tensor(0))
        .hasMessage(
            "a kernel's arguments were used after the kernel returned; finish all threads before the"
                + " kernel returns");
    assertThatThrownBy(() -> view.get().getFloat(0))
        .hasMessage(
            "a kernel's arguments were used after the kernel returned; finish all threads before the"
                + " kernel returns");
  }

  @Test
  void asking_for_what_a_call_does_not_have_fails_the_launch() {
    long handle = device.allocate(4);

    assertThatThrownBy(() -> run(args -> args.tensor("y"), argument(handle, 1, true, false)))
        .hasMessageEndingWith("the kernel asked for tensor 'y' of a call that has [x]");
    assertThatThrownBy(() -> run(args -> args.tensor(1), argument(handle, 1, true, false)))
        .hasMessageEndingWith("the kernel asked for tensor 1 of a call that has 1");
    assertThatThrownBy(() -> run(args -> args.scalarBits(1), argument(handle, 1, true, false)))
        .hasMessageEndingWith("the kernel asked for scalar 1 of a call that has 1");
    assertThatThrownBy(
            () -> run(args -> args.tensor(0).getFloat(1), argument(handle, 1, true, false)))
        .hasMessage("the kernel used element 1 of an argument of 1");
  }

  @Test
  void a_parallel_part_makes_every_call_once_on_the_threads_of_the_device() {
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger outside = new AtomicInteger();
    run(
        args ->
            args.parallel(
                1000,
                i -> {
                  seen.add(i);
                  calls.incrementAndGet();
                  outside.addAndGet(device.isKernelThread() ? 0 : 1);
                  if (i == 5) {
                    args.parallel(3, inner -> calls.incrementAndGet());
                  }
                }));

    assertThat(seen).hasSize(1000);
    assertThat(calls).hasValue(1003);
    assertThat(outside).hasValue(0);
    assertThat(device.isKernelThread()).isFalse();
  }

  @Test
  void the_first_failure_of_a_parallel_part_fails_the_launch() {
    IllegalStateException bug = new IllegalStateException("bug");

    assertThatThrownBy(
            () ->
                run(
                    args ->
                        args.parallel(
                            100,
                            i -> {
                              if (i == 40) {
                                throw bug;
                              }
                            })))
        .hasMessage("the kernel threw java.lang.IllegalStateException: bug")
        .hasCause(bug);
    run(args -> args.parallel(10, i -> {}));
  }

  @Test
  void a_launch_that_is_given_up_is_interrupted_and_close_does_not_wait_for_ever() {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    long callable =
        register(
            args -> {
              started.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
            });
    Launch launch = device.launch(new LaunchRequest(callable, List.of(), new long[0]));
    assertThat(await(started)).isTrue();
    assertThat(launch.poll()).isFalse();

    launch.abort();

    assertThat(await(interrupted)).isTrue();
    device.close();
    device = open(SimOptions.builder().build());
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void only_java_kernels_are_loaded() {
    CallableArtifact other = new CallableArtifact() {};

    DeviceFailure failure =
        catchThrowableOfType(
            DeviceFailure.class,
            () ->
                device.register(new CallableRegistration("f", other, List.of(), List.of(), true)));

    assertThat(failure)
        .hasMessageStartingWith(
            "the simulator runs Java kernels, not a dev.sluice.sim.SimContextTest");
    assertThat(failure.remedy())
        .isEqualTo("give the platform 'sim' a dev.sluice.kernel.JavaKernel");
    assertThatThrownBy(() -> device.launch(new LaunchRequest(5, List.of(), new long[0])))
        .hasMessage("no callable 5 is loaded");
    assertThatThrownBy(() -> device.unregister(5)).hasMessage("no callable 5 is loaded");
  }
}
