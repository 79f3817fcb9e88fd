package dev.sluice.it.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.PlacedCall;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lines that operators of a host application rely on. */
class RunLogTest {

  private static final ModelCall CALL =
      ModelCall.of(
          new Argument(ArgDirection.IN, Where.HOST_DIRECT, DataType.INT32, 10, 1),
          new Argument(ArgDirection.OUT, Where.HOST_ARRAY, DataType.INT32, 20, 2),
          new Argument(ArgDirection.INOUT, Where.HOST_DIRECT, DataType.INT32, 30, 3),
          new Argument(ArgDirection.INOUT, Where.DEVICE, DataType.INT32, 40, 4),
          new Argument(ArgDirection.OUT, Where.HOST_DIRECT, DataType.INT32, 0, 5));

  private static final ModelCall CALL_WITHOUT_TENSORS = ModelCall.of();

  private final CapturedLog log = CapturedLog.from(Level.DEBUG);

  @AfterEach
  void close() {
    log.close();
  }

  private void run(TransferMode mode) {
    try (DeviceRuntime runtime = Sluice.builder().platform("sim").transferMode(mode).open();
        PlacedCall placed = PlacedCall.on(runtime, CALL);
        RegisteredCallable registered = runtime.register(CALL.callable())) {
      log.clear();
      registered.run(placed.args());
    }
  }

  @Test
  void a_run_says_at_most_one_line_at_info() {
    run(TransferMode.GATED);

    assertThat(log.lines(Level.INFO))
        .singleElement()
        .asString()
        .contains("on sim:0: 160 bytes up, 200 bytes down");
    assertThat(log.lines(Level.WARN)).isEmpty();
  }

  @Test
  void exactly_the_downloaded_tensors_are_said_to_be_copied_to_the_host() {
    run(TransferMode.GATED);

    assertThat(copiedToHost())
        .containsExactly("Tensor 1: 80 bytes copied to host", "Tensor 2: 120 bytes copied to host");
  }

  @Test
  void copy_all_says_so_of_every_host_tensor() {
    run(TransferMode.COPY_ALL);

    assertThat(copiedToHost())
        .containsExactly(
            "Tensor 0: 40 bytes copied to host",
            "Tensor 1: 80 bytes copied to host",
            "Tensor 2: 120 bytes copied to host");
  }

  private List<String> copiedToHost() {
    return log.lines(Level.DEBUG).stream().filter(line -> line.contains("copied to host")).toList();
  }

  @Test
  void every_argument_has_one_line_at_debug_with_bytes_address_and_why() {
    run(TransferMode.GATED);
    List<String> lines =
        log.lines(Level.DEBUG).stream().filter(line -> line.contains("argument ")).toList();

    assertThat(lines).hasSize(5);
    assertThat(lines.get(0))
        .contains("argument 0 't0'", "IN", "40 bytes at 0x", ": uploaded", "not downloaded")
        .contains("only read, so it goes up and does not come back");
    assertThat(lines.get(1))
        .contains("argument 1 't1'", "OUT", "80 bytes at 0x", "not uploaded")
        .contains("only written, so nothing goes up and all of it comes down");
    assertThat(lines.get(2)).contains("argument 2", "120 bytes at 0x", ": uploaded");
    assertThat(lines.get(3)).contains("160 bytes at 0x", "already on the device");
    assertThat(lines.get(4)).contains("0 bytes at 0x0:", "has no bytes");
    assertThat(lines.subList(0, 4)).noneMatch(line -> line.contains("at 0x0:"));
  }

  @Test
  void an_undeclared_device_tensor_is_not_said_to_be_copied() {
    ModelCall undeclared =
        ModelCall.of(new Argument(ArgDirection.UNKNOWN, Where.DEVICE_VIEW, DataType.INT32, 1, 1));
    try (DeviceRuntime runtime = Sluice.open("sim");
        PlacedCall placed = PlacedCall.on(runtime, undeclared)) {
      runtime.run(undeclared.callable(), placed.args());

      assertThat(log.lines(Level.WARN)).isEmpty();
    }
  }

  @Test
  void undeclared_arguments_are_warned_of_once_per_callable() {
    ModelCall undeclared =
        new ModelCall(
            List.of(
                new Argument(ArgDirection.IN, Where.HOST_DIRECT, DataType.INT32, 1, 1),
                new Argument(ArgDirection.UNKNOWN, Where.HOST_DIRECT, DataType.INT32, 1, 2)),
            1,
            2,
            List.of());
    try (DeviceRuntime runtime = Sluice.open("sim");
        PlacedCall placed = PlacedCall.on(runtime, undeclared)) {
      runtime.run(undeclared.callable(), placed.args());
      runtime.run(undeclared.callable(), placed.args());
      runtime.explain(undeclared.callable(), placed.args());

      assertThat(log.lines(Level.WARN))
          .singleElement()
          .asString()
          .contains("no direction is declared for argument 1")
          .contains("copied both ways to be safe");
    }
  }

  @Test
  void a_tensor_that_is_still_open_is_reported_when_its_runtime_closes() {
    DeviceRuntime runtime = Sluice.open("sim");
    DeviceTensor leaked = runtime.allocate(DataType.FLOAT32, Shape.of(2, 3));
    runtime.allocate(DataType.INT8, Shape.of(1)).close();
    log.clear();

    runtime.close();

    assertThat(log.lines(Level.WARN))
        .singleElement()
        .asString()
        .contains("sim:0: device tensor " + leaked.generation() + " (FLOAT32 [2, 3], 24 bytes;")
        .contains("trackAllocations(true)");
  }

  @Test
  void a_runtime_that_closes_with_nothing_open_reports_no_leak() {
    DeviceRuntime runtime = Sluice.open("sim");
    runtime.run(CALL_WITHOUT_TENSORS.callable(), TaskArgs.of());
    runtime.close();

    assertThat(log.lines(Level.WARN)).isEmpty();
  }
}
