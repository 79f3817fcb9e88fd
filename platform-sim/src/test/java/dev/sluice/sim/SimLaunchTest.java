package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.ScalarType;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.sim.cost.CostProfile;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a simulated device accepts as a launch, and how launches end. */
class SimLaunchTest {

  private DeviceContext device = open(SimOptions.builder().build());

  private static DeviceContext open(SimOptions options) {
    return new SimPlatform(options).open(new DeviceOptions(0, Map.of()));
  }

  @AfterEach
  void closeDevice() {
    device.close();
  }

  private static LaunchArgument.Builder floats(long... extents) {
    return LaunchArgument.builder("x", DataType.FLOAT32, Shape.of(extents));
  }

  private Launch launch(JavaKernel kernel, LaunchArgument... arguments) {
    long callable =
        device.register(new CallableRegistration("f", kernel, List.of(), List.of(), true));
    return device.launch(new LaunchRequest(callable, List.of(arguments), new long[0]));
  }

  private static void finish(Launch launch) {
    while (!launch.poll()) {
      Thread.onSpinWait();
    }
    launch.finish();
  }

  private void run(JavaKernel kernel, LaunchArgument... arguments) {
    finish(launch(kernel, arguments));
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private void refuses(String problem, LaunchArgument argument) {
    long launches = device.capability(SimDevice.class).orElseThrow().counts().launches();
    LaunchArgument fine = floats(0).access(true, true).build();

    DeviceFailure refusal =
        catchThrowableOfType(DeviceFailure.class, () -> launch(args -> {}, fine, argument));

    assertThat(refusal).hasMessage(problem);
    assertThat(refusal.kind()).isEqualTo(DeviceFailure.Kind.REFUSED);
    assertThat(refusal.argument()).hasValue(1);
    assertThat(device.capability(SimDevice.class).orElseThrow().counts().launches())
        .isEqualTo(launches);
  }

  // What is accepted

  @Test
  void an_argument_whose_memory_is_not_there_is_refused_though_the_kernel_leaves_it_alone() {
    long handle = device.allocate(16);
    String name = "allocation 1 (16 bytes at 0xd0000000000000)";

    refuses("there is no allocation 9", floats(4).memory(9, 0).build());
    refuses("bytes 4..20 reach outside " + name, floats(4).memory(handle, 4).build());
    refuses(
        "bytes 0..20 reach outside " + name, floats(2, 1).memory(handle, 0).strides(4, 1).build());
    refuses(
        "the argument starts at byte 2, which is no multiple of its element size of 4",
        floats(3).memory(handle, 2).build());
    run(args -> {}, floats(4).memory(handle, 0).build());
    run(args -> {}, floats(2, 1).memory(handle, 0).strides(3, 1).build());

    device.free(handle);
    refuses(name + " has been freed", floats(4).memory(handle, 0).build());
  }

  @Test
  void an_argument_without_device_memory_needs_exactly_its_bytes_on_the_host() {
    refuses("the argument has 16 bytes, but memory of 0 was given for it", floats(4).build());
    refuses(
        "the argument has 16 bytes, but memory of 15 was given for it",
        floats(4).hostMemory(ByteBuffer.allocateDirect(15)).build());
    run(args -> {}, floats(4).hostMemory(ByteBuffer.allocateDirect(16)).build());
  }

  @Test
  void an_argument_in_host_memory_is_read_from_its_position_whatever_the_order_of_its_buffer() {
    ByteBuffer memory = ByteBuffer.allocateDirect(12).order(ByteOrder.LITTLE_ENDIAN);
    memory.putFloat(4, 1.5f).putFloat(8, 2.5f);
    float[] seen = new float[2];

    run(
        args -> args.tensor("x").read(0, seen, 0, 2),
        floats(2)
            .hostMemory(memory.position(4).duplicate().order(ByteOrder.BIG_ENDIAN))
            .access(true, false)
            .build());

    assertThat(seen).containsExactly(1.5f, 2.5f);
  }

  @Test
  void arguments_without_bytes_have_views_without_elements() {
    AtomicLong elements = new AtomicLong(-1);
    long handle = device.allocate(16);

    run(
        args -> {
          elements.set(0);
          for (int i = 0; i < args.tensorCount(); i++) {
            TensorView view = args.tensor(i);
            elements.addAndGet(view.elementCount());
            view.read(0, new float[0], 0, 0);
            view.write(0, new float[0], 0, 0);
          }
        },
        floats(0).access(false, true).transientContents(true).build(),
        floats(4, 0).memory(handle, 16).strides(10, 1).access(true, false).build());

    assertThat(elements).hasValue(0);
  }

  // What kernels may do

  @Test
  void an_index_outside_an_argument_fails_the_launch_and_names_the_argument() {
    long handle = device.allocate(16);
    LaunchArgument argument = floats(4).memory(handle, 0).access(true, true).build();

    DeviceFailure failure =
        catchThrowableOfType(
            DeviceFailure.class,
            () -> run(args -> args.tensor(0).read(2, new float[3], 0, 3), argument));

    assertThat(failure)
        .hasMessage("the kernel used 3 elements from element 2 on of an argument of 4");
    assertThat(failure.argument()).hasValue(0);
    assertThat(failure.remedy()).isEqualTo("keep indexes inside the argument");
    assertThatThrownBy(() -> run(args -> args.tensor(0).setFloat(-1, 0), argument))
        .hasMessage("the kernel used element -1 of an argument of 4");
    run(args -> args.tensor(0).read(2, new float[2], 0, 2), argument);
  }

  @Test
  void what_a_kernel_makes_of_a_violation_is_kept_beside_it() {
    long handle = device.allocate(16);
    IllegalStateException own = new IllegalStateException("own");

    assertThatThrownBy(
            () ->
                run(
                    args -> {
                      try {
                        args.tensor(0).setFloat(0, 1);
                      } catch (RuntimeException violation) {
                        throw own;
                      }
                    },
                    floats(4).memory(handle, 0).access(true, false).build()))
        .hasMessage("the kernel wrote element 0 (byte 0) of an argument that is only read")
        .satisfies(failure -> assertThat(failure.getCause()).hasSuppressedException(own));
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FLOAT32", "FLOAT16", "BFLOAT16"})
  void every_float_of_fresh_memory_is_not_a_number(DataType type) {
    long handle = device.allocate(1024);
    AtomicInteger numbers = new AtomicInteger();

    run(
        args -> {
          TensorView x = args.tensor(0);
          for (long i = 0; i < x.elementCount(); i++) {
            numbers.addAndGet(Float.isNaN(x.getFloat(i)) ? 0 : 1);
          }
        },
        LaunchArgument.builder("x", type, Shape.of(1024 / type.byteSize()))
            .memory(handle, 0)
            .access(true, false)
            .build());

    assertThat(numbers).hasValue(0);
  }

  @Test
  void several_threads_may_write_disjoint_elements_of_what_is_only_written_and_read_them_back() {
    int rows = 64;
    int rowLength = 37; // rows share words of the record of what was written
    long handle = device.allocate(4L * rows * rowLength);

    run(
        args -> {
          TensorView x = args.tensor(0);
          args.parallel(
              rows,
              row -> {
                x.writeRow(row, new float[rowLength]);
                x.readRow(row, new float[rowLength]);
              });
          x.read(0, new float[rows * rowLength], 0, rows * rowLength);
        },
        floats(rows, rowLength).memory(handle, 0).access(false, true).build());
  }

  @Test
  void an_interrupted_parallel_part_ends_only_when_no_thread_is_in_it() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs a second thread");
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger left = new AtomicInteger(-1);
    JavaKernel kernel =
        args -> {
          Thread caller = Thread.currentThread();
          try {
            args.parallel(
                2,
                i -> {
                  if (Thread.currentThread() == caller) {
                    while (inside.get() == 0) {
                      Thread.onSpinWait();
                    }
                    caller.interrupt();
                  } else {
                    inside.set(1);
                    while (caller.getState() != Thread.State.WAITING) {
                      Thread.onSpinWait();
                    }
                    inside.set(0);
                  }
                });
          } finally {
            left.set(inside.get());
          }
        };

    assertThatThrownBy(() -> run(kernel))
        .hasMessage(
            "the kernel threw java.lang.IllegalStateException: a parallel part of the kernel"
                + " threw java.lang.InterruptedException");

    assertThat(left).hasValue(0);
    run(args -> args.parallel(8, i -> {}));
  }

  @Test
  void a_negative_number_of_parallel_calls_is_refused() {
    assertThatThrownBy(() -> run(args -> args.parallel(-1, i -> {})))
        .hasMessage("the kernel asked for -1 parallel calls");
    run(args -> args.parallel(0, i -> {}));
  }

  // How launches end

  @Test
  void a_launch_is_not_finished_before_its_kernel_is() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    Launch launch =
        launch(
            args -> {
              started.countDown();
              released.await();
            });
    await(started);

    assertThatThrownBy(launch::finish)
        .isInstanceOf(DeviceFailure.class)
        .hasMessage("the kernel of 'f' is still running");

    released.countDown();
    finish(launch);
    assertThat(launch.deviceWallNanos().getAsLong()).isPositive();
  }

  @Test
  void closing_ends_the_threads_of_a_device_also_while_a_kernel_waits() throws Exception {
    DeviceContext other = open(SimOptions.builder().build());
    AtomicReference<Thread> thread = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    JavaKernel kernel =
        args -> {
          thread.set(Thread.currentThread());
          started.countDown();
          new CountDownLatch(1).await();
        };
    long callable =
        other.register(new CallableRegistration("f", kernel, List.of(), List.of(), true));
    other.launch(new LaunchRequest(callable, List.of(), new long[0]));
    await(started);

    other.close();

    thread.get().join(30_000);
    assertThat(thread.get().isAlive()).isFalse();
  }

  @Test
  void two_devices_share_nothing() {
    DeviceContext other = open(SimOptions.builder().build());
    try {
      device.allocate(8);
      long handle = other.allocate(16);
      other.free(handle);
      AtomicInteger ofOther = new AtomicInteger();

      run(args -> ofOther.addAndGet(other.isKernelThread() ? 1 : 0));

      assertThat(ofOther).hasValue(0);
      assertThat(device.capability(SimDevice.class).orElseThrow().liveBytes()).isEqualTo(8);
      assertThat(other.capability(SimDevice.class).orElseThrow().liveBytes()).isZero();
      assertThat(other.capability(SimDevice.class).orElseThrow().counts().launches()).isZero();
    } finally {
      other.close();
    }
  }

  // What launches cost

  private record Streaming(long bytes) implements JavaKernel {
    @Override
    public void run(KernelArguments arguments) {}

    @Override
    public long streamedBytes(KernelArguments arguments) {
      return bytes;
    }
  }

  @Test
  void the_modelled_clock_never_goes_back() {
    device.close();
    device = open(SimOptions.builder().profile(CostProfile.a2a3()).build());
    ModelledClock clock = device.capability(ModelledClock.class).orElseThrow();

    assertThatThrownBy(() -> run(new Streaming(-1)))
        .hasMessage(
            "the kernel threw java.lang.IllegalArgumentException: streamedBytes returned -1");
    assertThat(clock.deviceNanos()).isZero();
    assertThat(clock.elapsedNanos()).isEqualTo(43_300);
    run(new Streaming(1L << 30));
    assertThat(clock.deviceNanos()).isEqualTo(2_775_500);
  }

  @Test
  void a_kernel_is_not_asked_for_streamed_bytes_where_device_work_is_free() {
    run(new Streaming(-1));
  }

  @Test
  void a_thread_that_kept_a_view_is_stopped_when_the_kernel_has_returned() throws Exception {
    long handle = device.allocate(4);
    AtomicReference<Thread> straggler = new AtomicReference<>();
    AtomicReference<Throwable> stopped = new AtomicReference<>();
    run(
        args -> {
          TensorView y = args.tensor(0);
          Thread thread =
              new Thread(
                  () -> {
                    while (true) {
                      y.setFloat(0, -666);
                    }
                  });
          thread.setUncaughtExceptionHandler((t, e) -> stopped.set(e));
          thread.setDaemon(true);
          thread.start();
          straggler.set(thread);
        },
        LaunchArgument.builder("y", DataType.FLOAT32, Shape.of(1))
            .memory(handle, 0)
            .access(true, true)
            .build());

    straggler.get().join(30_000);

    assertThat(straggler.get().isAlive()).isFalse();
    assertThat(stopped.get())
        .hasMessageStartingWith("a kernel's arguments were used after the kernel returned");
  }

  @Test
  void a_parallel_part_on_a_thread_of_the_kernels_own_does_not_wait_for_workers_that_wait_for_it() {
    int calls = 2 * Runtime.getRuntime().availableProcessors();
    AtomicInteger inner = new AtomicInteger();

    run(
        args ->
            args.parallel(
                calls,
                i -> {
                  Thread own = new Thread(() -> args.parallel(4, j -> inner.incrementAndGet()));
                  own.start();
                  try {
                    own.join();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                }));

    assertThat(inner).hasValue(4 * calls);
  }

  @Test
  void a_scalar_is_read_by_name_and_as_it_is_declared() {
    long callable =
        device.register(
            new CallableRegistration(
                "g",
                (JavaKernel)
                    args -> {
                      assertThat(args.float32("scale")).isEqualTo(2.5f);
                      assertThat(args.float32(0)).isEqualTo(2.5f);
                      assertThat(args.int64("any")).isEqualTo(7);
                      args.int32("scale");
                    },
                List.of(),
                List.of(
                    new CallableRegistration.Scalar("scale", ScalarType.FLOAT32),
                    new CallableRegistration.Scalar("any", ScalarType.BITS)),
                false));
    Launch launch =
        device.launch(
            new LaunchRequest(callable, List.of(), new long[] {Float.floatToIntBits(2.5f), 7}));
    while (!launch.poll()) {
      Thread.onSpinWait();
    }

    assertThatThrownBy(launch::finish)
        .hasMessage("the kernel read scalar 0 as INT32, but it is declared FLOAT32");
  }
}
