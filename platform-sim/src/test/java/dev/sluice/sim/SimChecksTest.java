package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.sim.check.Finding;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a simulated device sees of kernels' directions at each level. */
class SimChecksTest {

  private final List<DeviceContext> opened = new ArrayList<>();

  private DeviceContext open(CheckLevel level) {
    DeviceContext device =
        new SimPlatform(SimOptions.builder().checks(level).build())
            .open(new DeviceOptions(0, Map.of()));
    opened.add(device);
    return device;
  }

  @AfterEach
  void close() {
    opened.forEach(DeviceContext::close);
  }

  private static void run(DeviceContext device, JavaKernel kernel, LaunchArgument... arguments) {
    long callable =
        device.register(new CallableRegistration("f", kernel, List.of(), List.of(), true));
    Launch launch = device.launch(new LaunchRequest(callable, List.of(arguments), new long[0]));
    while (!launch.poll()) {
      Thread.onSpinWait();
    }
    launch.finish();
  }

  private static List<Finding> findings(DeviceContext device) {
    return device.capability(SimDevice.class).orElseThrow().findings();
  }

  private static LaunchArgument.Builder out(DataType type, DeviceContext device, long... extents) {
    Shape shape = Shape.of(extents);
    return LaunchArgument.builder("x", type, shape)
        .memory(device.allocate(shape.byteCount(type)), 0)
        .access(false, true);
  }

  // Levels

  @ParameterizedTest
  @EnumSource(CheckLevel.class)
  void accesses_that_are_not_declared_fail_the_launch_unless_checks_are_off(CheckLevel level) {
    DeviceContext device = open(level);
    LaunchArgument in = out(DataType.INT32, device, 4).access(true, false).build();
    LaunchArgument out = out(DataType.INT32, device, 4).build();
    JavaKernel writes = args -> args.tensor(0).setInt(1, 5);
    JavaKernel reads = args -> args.tensor(0).getInt(1);

    if (level == CheckLevel.OFF) {
      run(device, writes, in);
      run(device, reads, out);
      return;
    }
    assertThatThrownBy(() -> run(device, writes, in))
        .hasMessage("the kernel wrote element 1 (byte 4) of an argument that is only read");
    assertThatThrownBy(() -> run(device, reads, out))
        .hasMessage(
            "the kernel read element 1 (byte 4) before writing it, of an argument that is only"
                + " written");
  }

  @Test
  void the_hosts_own_memory_is_not_written_even_if_checks_are_off() {
    ByteBuffer onHost = ByteBuffer.allocateDirect(4);
    LaunchArgument in =
        LaunchArgument.builder("x", DataType.INT32, Shape.of(1))
            .hostMemory(onHost)
            .access(true, false)
            .build();

    assertThatThrownBy(() -> run(open(CheckLevel.OFF), args -> args.tensor(0).setInt(0, 5), in))
        .isInstanceOf(DeviceFailure.class);

    assertThat(onHost.get(0)).isZero();
  }

  @ParameterizedTest
  @EnumSource(CheckLevel.class)
  void an_index_outside_an_argument_fails_the_launch_at_every_level(CheckLevel level) {
    DeviceContext device = open(level);
    LaunchArgument out = out(DataType.INT32, device, 4).build();

    assertThatThrownBy(() -> run(device, args -> args.tensor(0).setInt(4, 5), out))
        .hasMessage("the kernel used element 4 of an argument of 4");
  }

  @ParameterizedTest
  @EnumSource(CheckLevel.class)
  void what_stays_unwritten_is_found_by_all_checks_only(CheckLevel level) {
    DeviceContext device = open(level);

    run(device, args -> args.tensor(0).setInt(0, 5), out(DataType.INT32, device, 4).build());

    assertThat(findings(device)).hasSize(level == CheckLevel.FULL ? 1 : 0);
  }

  // What stays unwritten

  @Test
  void bytes_that_stay_unwritten_are_found_with_callable_argument_and_ranges() {
    DeviceContext device = open(CheckLevel.FULL);

    run(
        device,
        args -> {
          args.tensor(1).setInt(1, 5);
          args.tensor(1).setInt(3, 5);
        },
        LaunchArgument.builder("none", DataType.INT32, Shape.of(0)).access(false, true).build(),
        out(DataType.INT32, device, 5).build());

    assertThat(findings(device))
        .containsExactly(
            new Finding(
                Finding.Kind.UNWRITTEN,
                "f",
                1,
                "x",
                12,
                3,
                List.of(new ByteRange(0, 4), new ByteRange(8, 4), new ByteRange(16, 4))));
    assertThat(findings(device))
        .hasToString(
            "[callable 'f', argument 1 'x': the kernel left bytes 0..4, 8..12, 16..20 (12 bytes)"
                + " unwritten, of an argument that is only written; write all of it, or declare it"
                + " INOUT]");
  }

  @Test
  void an_argument_that_the_kernel_never_asks_for_stays_unwritten_as_a_whole() {
    DeviceContext device = open(CheckLevel.FULL);

    run(device, args -> {}, out(DataType.INT8, device, 70_000).build());

    assertThat(findings(device).get(0).ranges()).containsExactly(new ByteRange(0, 70_000));
  }

  @Test
  void of_many_ranges_the_first_sixteen_are_named_and_all_are_counted() {
    DeviceContext device = open(CheckLevel.FULL);

    run(
        device,
        args -> {
          for (int i = 1; i < 40; i += 2) {
            args.tensor(0).setInt(i, 1);
          }
        },
        out(DataType.INT8, device, 40).build());

    Finding finding = findings(device).get(0);
    assertThat(finding.byteCount()).isEqualTo(20);
    assertThat(finding.rangeCount()).isEqualTo(20);
    assertThat(finding.ranges()).hasSize(16).endsWith(new ByteRange(30, 1));
    assertThat(finding.toString()).contains("28..29, 30..31 and 4 further ranges (20 bytes)");
  }

  @Test
  void rows_of_a_strided_argument_are_counted_without_the_gaps() {
    DeviceContext device = open(CheckLevel.FULL);
    LaunchArgument rows =
        LaunchArgument.builder(null, DataType.INT16, Shape.of(3, 2))
            .memory(device.allocate(100), 0)
            .strides(8, 1)
            .access(false, true)
            .build();

    run(
        device,
        args -> {
          for (int i = 0; i < 4; i++) {
            args.tensor(0).setInt(i, 1);
          }
        },
        rows);

    assertThat(findings(device))
        .hasToString(
            "[callable 'f', argument 0: the kernel left bytes 8..12 (4 bytes) unwritten, of an"
                + " argument that is only written; write all of it, or declare it INOUT]");
  }

  @Test
  void a_kernel_that_writes_everything_is_not_accused_nor_one_that_fails() {
    DeviceContext device = open(CheckLevel.FULL);
    LaunchArgument out = out(DataType.FLOAT32, device, 300, 70).build();

    run(
        device,
        args -> args.parallel(300, row -> args.tensor(0).writeRow(row, new float[70])),
        out);
    assertThatThrownBy(
            () ->
                run(
                    device,
                    args -> {
                      throw new IllegalStateException();
                    },
                    out))
        .isInstanceOf(DeviceFailure.class);
    run(
        device,
        args -> {},
        out(DataType.FLOAT32, device, 4).access(true, true).build(),
        out(DataType.FLOAT32, device, 4).access(true, false).build());

    assertThat(findings(device)).isEmpty();
  }

  @Test
  void the_same_argument_of_a_callable_is_found_once() {
    DeviceContext device = open(CheckLevel.FULL);

    for (int i = 0; i < 3; i++) {
      run(device, args -> {}, out(DataType.INT8, device, 1).build());
    }

    assertThat(findings(device)).hasSize(1);
    assertThat(findings(device).get(0).toString()).contains("bytes 0..1 (1 byte)");
  }
}
