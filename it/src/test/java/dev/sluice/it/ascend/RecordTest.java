package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What reaches the host runtime, byte for byte, as the stand-in has recorded it. */
class RecordTest {

  @TempDir private Path folder;

  static Stream<Build> builds() {
    return StandIn.builds("sim");
  }

  private Sluice.Builder recorded(Build build) {
    StandIn standIn = StandIn.of(build);
    standIn.configure("log " + folder.resolve("calls.txt"));
    Sluice.Builder builder = Sluice.builder().platform(build.platform());
    standIn.options().forEach(builder::property);
    return builder;
  }

  /** Returns the line of the last such call. */
  private String last(String call) throws IOException {
    return Files.readAllLines(folder.resolve("calls.txt")).stream()
        .filter(line -> line.startsWith(call + " "))
        .reduce((before, after) -> after)
        .orElseThrow();
  }

  private static List<String> all(String line, String key) {
    return Pattern.compile(" " + key + "=(\\S*)")
        .matcher(line)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private static DeviceCallable callable(Build build) {
    return DeviceCallable.builder("f")
        .signature(Signature.builder().in("a").out("b").scalar("s", ScalarType.INT32).build())
        .artifact(build.platform(), StandIn.artifact("mixing"))
        .build();
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_strided_view_of_a_device_tensor_is_passed_as_such(Build build) throws IOException {
    try (DeviceRuntime runtime = recorded(build).open();
        DeviceTensor matrix =
            runtime.upload(HostTensor.allocate(DataType.INT16, Shape.of(10, 100)))) {
      HostTensor empty = HostTensor.allocate(DataType.INT64, Shape.of(3, 0));
      runtime.run(
          callable(build),
          TaskArgs.builder()
              .tensor(matrix.view(7, Shape.of(5, 3), 200, 2))
              .tensor(empty)
              .scalar(-2)
              .build());

      String run = last("simpler_prepare_run");
      long address = Long.parseUnsignedLong(all(last("device_malloc_ctx"), "address").get(0), 16);
      ByteBuffer view = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
      view.putLong(address).putLong(2000).putLong(-1).putLong(7); // buffer, owner, start
      view.putInt(0).putInt(2).put((byte) 3).put((byte) 0).put((byte) 0).put((byte) 1);
      view.putInt(5).putInt(3).position(64).putLong(1 + 4 * 200 + 2 * 2).putInt(200).putInt(2);
      ByteBuffer nothing = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
      nothing.putLong(0).putLong(0).putLong(-1).putLong(0);
      nothing.putInt(0).putInt(2).put((byte) 7).put((byte) 0).put((byte) 1).put((byte) 1);
      nothing.putInt(3).putInt(0).position(72).putInt(1).putInt(1);

      HexFormat hex = HexFormat.of();
      assertThat(all(run, "tensors")).containsExactly("2");
      assertThat(all(run, "tensor"))
          .containsExactly(hex.formatHex(view.array()), hex.formatHex(nothing.array()));
      assertThat(all(run, "scalar")).containsExactly("00000000fffffffe");
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void threads_and_rings_are_part_of_every_run(Build build) throws IOException {
    try (DeviceRuntime runtime =
        recorded(build)
            .property("aicpu-threads", "3")
            .property("ring-task-window", "8,16,0,4")
            .property("ring-heap", "2048")
            .property("ring-dep-pool", "5")
            .open()) {
      HostTensor some = HostTensor.allocate(DataType.INT32, Shape.of(4));
      HostTensor other = HostTensor.allocate(DataType.INT32, Shape.of(4));
      runtime.run(callable(build), TaskArgs.builder().tensor(some).tensor(other).scalar(1).build());

      ByteBuffer config = ByteBuffer.allocate(1144).order(ByteOrder.LITTLE_ENDIAN);
      config.putInt(3).position(24);
      for (long size : new long[] {8, 16, 0, 4, 2048, 2048, 2048, 2048, 5, 5, 5, 5}) {
        config.putLong(size);
      }
      String expected = HexFormat.of().formatHex(config.array());
      assertThat(all(last("simpler_prepare_run"), "config")).containsExactly(expected);
      assertThat(all(last("simpler_init"), "prewarm")).containsExactly(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void one_thread_makes_all_calls_of_a_device(Build build) throws IOException {
    try (DeviceRuntime runtime = recorded(build).open()) {
      HostTensor some = HostTensor.allocate(DataType.INT32, Shape.of(4));
      HostTensor other = HostTensor.allocate(DataType.INT32, Shape.of(4));
      Stream.of(1, 2, 3, 4)
          .parallel()
          .forEach(
              i ->
                  runtime.run(
                      callable(build),
                      TaskArgs.builder()
                          .tensor(some)
                          .tensor(HostTensor.allocate(DataType.INT32, other.shape()))
                          .scalar(i)
                          .build()));
    }
    List<String> calls = Files.readAllLines(folder.resolve("calls.txt"));
    assertThat(calls).hasSizeGreaterThan(20);
    assertThat(calls.stream().map(call -> all(call, "thread").get(0)).distinct()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("builds")
  void the_padding_of_a_callable_is_zero(Build build) throws IOException {
    try (DeviceRuntime runtime = recorded(build).open()) {
      runtime.register(callable(build));
      assertThat(all(last("simpler_register_callable"), "padding")).containsExactly("zero");
      assertThat(all(last("simpler_register_callable"), "result")).containsExactly("0");
    }
  }
}
