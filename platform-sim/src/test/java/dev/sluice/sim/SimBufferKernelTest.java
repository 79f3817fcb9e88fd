package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.kernel.BufferKernel;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.sim.check.Finding;
import dev.sluice.sim.check.Finding.Kind;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Kernels that take buffers: what they get, and what is found out about them. */
class SimBufferKernelTest {

  private static final int IN = 0;
  private static final int OUT = 1;
  private static final int INOUT = 2;

  private final DeviceContext device = open(CheckLevel.FULL);

  private static DeviceContext open(CheckLevel level) {
    return new SimPlatform(SimOptions.builder().checks(level).build())
        .open(new DeviceOptions(0, Map.of()));
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static LaunchArgument ints(DeviceContext device, int direction, int... values) {
    long handle = device.allocate(4L * values.length);
    ByteBuffer bytes = ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    device.copyToDevice(handle, 0, bytes);
    return LaunchArgument.builder("x" + direction, DataType.INT32, Shape.of(values.length))
        .memory(handle, 0)
        .access(direction != OUT, direction != IN)
        .build();
  }

  private LaunchArgument ints(int direction, int... values) {
    return ints(device, direction, values);
  }

  private static int[] held(DeviceContext device, LaunchArgument argument) {
    int count = (int) argument.shape().elementCount();
    int[] values = new int[count];
    device
        .capability(SimDevice.class)
        .orElseThrow()
        .peek(argument.handle(), 0, 4 * count)
        .asIntBuffer()
        .get(values);
    return values;
  }

  private static void run(DeviceContext device, BufferKernel kernel, LaunchArgument... arguments) {
    long callable =
        device.register(new CallableRegistration("f", kernel, List.of(), List.of(), true));
    Launch launch = device.launch(new LaunchRequest(callable, List.of(arguments), new long[0]));
    while (!launch.poll()) {
      Thread.onSpinWait();
    }
    launch.finish();
  }

  private void run(BufferKernel kernel, LaunchArgument... arguments) {
    run(device, kernel, arguments);
  }

  private DeviceFailure failure(BufferKernel kernel, LaunchArgument... arguments) {
    return catchThrowableOfType(DeviceFailure.class, () -> run(kernel, arguments));
  }

  private List<Finding> findings() {
    return device.capability(SimDevice.class).orElseThrow().findings();
  }

  // What a kernel gets

  @Test
  void a_kernel_gets_the_bytes_of_every_argument_little_endian() {
    LaunchArgument out = ints(OUT, 7, 7);
    ByteBuffer onHost = ByteBuffer.allocateDirect(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 30);

    run(
        (tensors, args) -> {
          assertThat(tensors).allMatch(ByteBuffer::isDirect).hasSize(4);
          tensors.get(1).putInt(tensors.get(0).getInt(0) + tensors.get(2).getInt(0));
          tensors.get(1).putInt(tensors.get(3).remaining());
        },
        ints(IN, 12),
        out,
        LaunchArgument.builder("host", DataType.INT32, Shape.of(1))
            .hostMemory(onHost)
            .access(true, false)
            .build(),
        LaunchArgument.builder("none", DataType.INT32, Shape.of(0)).access(true, true).build());

    assertThat(held(device, out)).containsExactly(42, 0);
    assertThat(findings()).isEmpty();
  }

  @Test
  void an_argument_with_gaps_is_refused_by_its_position() {
    LaunchArgument rows =
        LaunchArgument.builder("x", DataType.INT32, Shape.of(2, 2))
            .memory(device.allocate(100), 0)
            .strides(4, 1)
            .access(true, false)
            .build();

    DeviceFailure failure = failure((tensors, args) -> {}, ints(IN, 1), rows);

    assertThat(failure)
        .hasMessage("the argument has gaps between its rows, but the kernel takes buffers");
    assertThat(failure.argument()).hasValue(1);
    assertThat(failure.remedy()).isEqualTo("give it without gaps, or use a JavaKernel");
  }

  @Test
  void writing_an_argument_that_is_only_read_fails_at_the_write() {
    LaunchArgument in = ints(IN, 1, 2);

    DeviceFailure failure =
        failure((tensors, args) -> tensors.get(1).putInt(4, 9), ints(OUT, 0), in);

    assertThat(failure)
        .hasMessage(
            "the kernel wrote bytes 4..5 (1 byte) of the buffer of an argument that is only read");
    assertThat(failure.argument()).hasValue(1);
    assertThat(failure.remedy()).isEqualTo("declare the argument INOUT or OUT, or leave it alone");
    assertThat(held(device, in)).containsExactly(1, 2);
  }

  @Test
  void of_several_that_are_only_read_the_one_that_was_written_is_named() {
    LaunchArgument sum = ints(INOUT, 5);

    DeviceFailure failure =
        failure(
            (tensors, args) -> {
              int total = tensors.get(2).getInt(0) + 1;
              tensors.get(2).putInt(0, total);
              if (total == 6) {
                tensors.get(1).putInt(4, 0x09090909);
              }
            },
            ints(IN, 1),
            ints(IN, 1, 2, 3),
            sum);

    assertThat(failure)
        .hasMessage(
            "the kernel wrote bytes 4..8 (4 bytes) of the buffer of an argument that is only read");
    assertThat(failure.argument()).hasValue(1);
  }

  @Test
  void where_the_write_changes_nothing_all_that_it_can_have_been_are_named() {
    assertThat(failure((tensors, args) -> tensors.get(0).putInt(0, 1), ints(IN, 1), ints(IN, 1)))
        .hasMessage(
            "the kernel wrote to the buffer of an argument that is only read, argument 0 'x0' or"
                + " 1 'x0'");
  }

  @Test
  void a_read_only_buffer_of_the_kernels_own_is_no_argument() {
    ByteBuffer own = ByteBuffer.allocate(4).asReadOnlyBuffer();

    DeviceFailure failure = failure((tensors, args) -> own.put(0, (byte) 1), ints(IN, 1));

    assertThat(failure).hasMessage("the kernel threw java.nio.ReadOnlyBufferException");
    assertThat(failure.argument()).isEmpty();
  }

  @Test
  void views_beside_the_buffers_do_not_take_written_bytes_for_unwritten_ones() {
    LaunchArgument out = ints(OUT, 0, 0);

    run(
        (tensors, args) -> {
          tensors.get(0).putInt(3);
          args.tensor(0).setInt(1, args.tensor(0).getInt(0) + 1);
        },
        out);

    assertThat(held(device, out)).containsExactly(3, 4);
    assertThat(findings()).isEmpty();
  }

  // What is found out

  @Test
  void bytes_that_stay_unwritten_are_named_whatever_they_held() {
    for (int before : new int[] {0, -1, 7}) {
      LaunchArgument out = ints(OUT, before, before, before);

      run((tensors, args) -> tensors.get(0).putInt(0, 5).put(6, (byte) 1), out);

      assertThat(held(device, out)[2]).isEqualTo(before);
    }
    assertThat(findings())
        .containsExactly(
            new Finding(
                Kind.UNWRITTEN,
                "f",
                0,
                "x1",
                7,
                2,
                List.of(new ByteRange(4, 2), new ByteRange(7, 5))));
  }

  @Test
  void elements_made_from_what_was_there_before_are_named() {
    LaunchArgument sum = ints(OUT, 100, 0);

    run(
        (tensors, args) -> tensors.get(0).putInt(0, tensors.get(0).getInt(0) + 3).putInt(4, 9),
        sum);

    assertThat(held(device, sum)).containsExactly(103, 9);
    assertThat(findings())
        .hasToString(
            "[callable 'f', argument 0 'x1': the kernel made bytes 0..4 (4 bytes) from what was"
                + " there before, of an argument that is only written; declare it INOUT, or write"
                + " it before reading it]");
  }

  @Test
  void the_argument_that_was_read_is_accused_and_not_the_one_that_was_made_from_it() {
    run(
        (tensors, args) -> {
          tensors.get(1).putInt(tensors.get(0).getInt(0) + 3);
          tensors.get(0).putInt(0);
        },
        ints(OUT, 100),
        ints(OUT, 100));

    assertThat(findings())
        .hasToString(
            "[callable 'f', argument 0 'x1': other results depend on what was there before, of an"
                + " argument that is only written; declare it INOUT, or write it before reading"
                + " it]");
  }

  @Test
  void a_kernel_that_fails_with_other_contents_has_read_them() {
    LaunchArgument out = ints(OUT, 5);

    run(
        (tensors, args) -> {
          if (tensors.get(0).getInt(0) < 0) {
            throw new IllegalStateException("negative");
          }
          tensors.get(0).putInt(0, 6);
        },
        out);

    assertThat(findings()).extracting(Finding::kind).containsExactly(Kind.READ_BEFORE);
    assertThat(held(device, out)).containsExactly(6);
  }

  @Test
  void the_results_are_those_of_the_first_run_and_inputs_are_the_same_in_each() {
    AtomicInteger runs = new AtomicInteger();
    LaunchArgument out = ints(OUT, 0);
    LaunchArgument sum = ints(INOUT, 100);

    run(
        (tensors, args) -> {
          int total = tensors.get(2).getInt(0) + tensors.get(0).getInt(0);
          tensors.get(2).putInt(0, total);
          tensors.get(1).putInt(0, total * 2);
          runs.incrementAndGet();
        },
        ints(IN, 1),
        out,
        sum);

    assertThat(held(device, sum)).containsExactly(101);
    assertThat(held(device, out)).containsExactly(202);
    assertThat(runs).hasValue(2);
    assertThat(findings()).isEmpty();
  }

  @Test
  void a_kernel_that_never_does_the_same_twice_is_not_accused_of_what_differs() {
    AtomicInteger runs = new AtomicInteger();
    LaunchArgument out = ints(OUT, 0, 0);

    run((tensors, args) -> tensors.get(0).putInt(0, runs.incrementAndGet()), out);
    run(
        (tensors, args) -> {
          if (runs.incrementAndGet() % 2 == 0) {
            throw new IllegalStateException("by turns");
          }
          tensors.get(0).putInt(0, 1).putInt(4, 1);
        },
        ints(OUT, 0, 0));

    assertThat(held(device, out)).as("the result of the first run").containsExactly(1, 0);
    assertThat(findings()).hasSize(1);
    assertThat(findings().get(0).ranges()).containsExactly(new ByteRange(4, 4));
  }

  @Test
  void nor_is_one_that_differs_only_where_the_contents_are_the_same() {
    int[] results = {1, 2, 2, 3};
    AtomicInteger runs = new AtomicInteger();

    run((tensors, args) -> tensors.get(0).putInt(0, results[runs.getAndIncrement()]), ints(OUT, 0));

    assertThat(runs).hasValue(4);
    assertThat(findings()).isEmpty();
  }

  @Test
  void an_error_with_other_contents_fails_no_launch() {
    LaunchArgument out = ints(OUT, 5);

    run(
        (tensors, args) -> {
          if (tensors.get(0).getInt(0) != 5) {
            throw new AssertionError("not 5");
          }
          tensors.get(0).putInt(0, 6);
        },
        out);

    assertThat(findings()).extracting(Finding::kind).containsExactly(Kind.READ_BEFORE);
    assertThat(held(device, out)).containsExactly(6);
  }

  @Test
  void below_full_a_kernel_runs_once_and_nothing_is_found() {
    DeviceContext once = open(CheckLevel.ACCESS);
    AtomicInteger runs = new AtomicInteger();

    run(once, (tensors, args) -> runs.incrementAndGet(), ints(once, OUT, 1));

    assertThat(runs).hasValue(1);
    assertThat(once.capability(SimDevice.class).orElseThrow().findings()).isEmpty();
    once.close();
  }

  @Test
  void a_kernel_that_fails_runs_once() {
    AtomicInteger runs = new AtomicInteger();

    DeviceFailure failure =
        failure(
            (tensors, args) -> {
              runs.incrementAndGet();
              throw new IllegalStateException("own");
            },
            ints(OUT, 1));

    assertThat(failure).hasMessage("the kernel threw java.lang.IllegalStateException: own");
    assertThat(runs).hasValue(1);
    assertThat(findings()).isEmpty();
  }
}
