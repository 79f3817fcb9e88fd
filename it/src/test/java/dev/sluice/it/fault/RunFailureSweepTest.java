package dev.sluice.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.RunReport;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.error.ArgumentRef;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.SluiceException;
import dev.sluice.error.TransferException;
import dev.sluice.it.fault.DeviceCalls.Failing;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.Backing;
import dev.sluice.it.model.Model;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.PlacedCall;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run with six arguments, in which each device call is made to fail in turn: on a runtime without
 * staging memory, and on one whose staging memory is too small.
 */
class RunFailureSweepTest {

  private static final ModelCall CALL =
      ModelCall.of(
          new Argument(ArgDirection.IN, Where.HOST_DIRECT, DataType.INT32, 40, 1),
          new Argument(ArgDirection.OUT, Where.HOST_ARRAY, DataType.FLOAT32, 50, 2),
          new Argument(ArgDirection.INOUT, Where.HOST_HEAP_BUFFER, DataType.UINT8, 60, 3),
          new Argument(ArgDirection.OUT, Where.HOST_DIRECT, DataType.INT64, 70, 4),
          new Argument(ArgDirection.INOUT, Where.DEVICE_VIEW, DataType.INT32, 80, 5),
          new Argument(ArgDirection.UNKNOWN, Where.HOST_DIRECT, DataType.BFLOAT16, 90, 6));

  private static final ModelCall SMALL_CALL =
      ModelCall.of(new Argument(ArgDirection.INOUT, Where.HOST_DIRECT, DataType.INT32, 4, 7));

  private static final int DEVICE_ARGUMENT = 4;

  /** Three uploads, two fills, launch and its end, four downloads. */
  private static final List<String> AFTER_STAGING =
      List.of(
          "upload",
          "fill",
          "upload",
          "fill",
          "upload",
          "launch",
          "finish",
          "download",
          "download",
          "download",
          "download");

  private static final List<Integer> DOWNLOADED = List.of(1, 2, 3, 5);

  static Stream<Arguments> faults() {
    return TestPlatform.all()
        .flatMap(
            platform ->
                Stream.of(Failing.values()).map(failing -> Arguments.of(platform, failing)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void each_device_call_of_a_first_run_can_fail(TestPlatform platform, Failing fault) {
    List<String> expected = new ArrayList<>(List.of("allocate"));
    expected.addAll(AFTER_STAGING);

    assertThat(sweep(platform, fault, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void each_device_call_of_a_run_that_needs_more_staging_can_fail(
      TestPlatform platform, Failing fault) {
    List<String> expected = new ArrayList<>(List.of("free", "allocate"));
    expected.addAll(AFTER_STAGING);

    assertThat(sweep(platform, fault, true)).isEqualTo(expected);
  }

  /** Fails call 1, 2, and so on until a run makes fewer calls; returns the calls that failed. */
  private static List<String> sweep(TestPlatform on, Failing fault, boolean smallRunBefore) {
    List<String> failed = new ArrayList<>();
    while (true) {
      WatchedPlatform platform = new WatchedPlatform(on.platform());
      DeviceCalls calls = platform.calls();
      try (DeviceRuntime runtime = on.builder(platform).outputFill(OutputFill.ZERO).open();
          PlacedCall placed = PlacedCall.on(runtime, CALL)) {
        runtime.register(CALL.callable());
        Model model = new Model(TransferMode.GATED, OutputFill.ZERO);
        if (smallRunBefore) {
          try (PlacedCall small = PlacedCall.on(runtime, SMALL_CALL)) {
            runtime.run(SMALL_CALL.callable(), small.args());
            model.run(SMALL_CALL, small.initialBytes());
          }
        }
        Model.Expected expected = model.run(CALL, placed.initialBytes());
        calls.failCall(failed.size() + 1, fault);
        Throwable thrown = catchThrowable(() -> runtime.run(CALL.callable(), placed.args()));
        if (calls.thrown() == null) {
          calls.forget();
          assertThat(thrown).isNull();
          assertAllBytes(placed, expected.after());
          return failed;
        }
        List<String> made = calls.made();
        String name = calls.made().get(failed.size());
        failed.add(name);
        Failure failure = new Failure(fault, name, failed.size(), made, calls.thrown());
        assertFailure(failure, thrown, placed, expected);
        if (fault == Failing.LOST) {
          assertLostForGood(runtime, placed, failure, calls);
        } else {
          assertGoesOn(runtime, placed, failure, model, calls);
        }
      }
      assertThat(calls.mistakes()).isEmpty();
      assertThat(calls.liveBytes()).isZero();
      assertThat(calls.isClosed()).isTrue();
    }
  }

  /** Which call failed, and how. */
  private record Failure(
      Failing fault, String call, int number, List<String> made, RuntimeException thrown) {

    boolean isDownload() {
      return call.equals("download");
    }

    boolean isLaunch() {
      return call.equals("launch") || call.equals("finish");
    }

    /** Returns which argument a failed download was for. */
    int downloadedArgument() {
      return DOWNLOADED.get(
          (int) made.subList(0, number).stream().filter(call::equals).count() - 1);
    }
  }

  private static void assertFailure(
      Failure failure, Throwable thrown, PlacedCall placed, Model.Expected expected) {
    assertThat(thrown).as("%s", failure).isInstanceOf(expectedType(failure));
    assertThat(thrown).hasMessageContaining(failure.thrown().getMessage());
    assertThat(((SluiceException) thrown).detail().device()).isEqualTo(placed.device());
    assertThat(causes(thrown)).as("causes of %s", thrown).contains(failure.thrown());
    if (failure.fault() != Failing.UNEXPECTED) {
      assertThat(((SluiceException) thrown).detail().nativeCode()).hasValue(507);
    }
    if (!failure.isDownload()) {
      assertHostBytes(placed, placed.initialBytes(), -1);
    }
    if (failure.fault() == Failing.LOST) {
      assertThat(failure.made()).as("calls until the device was lost").hasSize(failure.number());
    } else if (failure.isDownload()) {
      int missing = failure.downloadedArgument();
      assertThat(failure.made().stream().filter("download"::equals))
          .as("downloads that were tried")
          .hasSize(DOWNLOADED.size());
      assertHostBytes(placed, expected.after(), missing);
      TransferException exception = (TransferException) thrown;
      assertThat(exception.missing()).containsExactly(ref(missing));
      assertThat(exception.arrived())
          .containsExactlyElementsOf(
              DOWNLOADED.stream()
                  .filter(index -> index != missing)
                  .map(RunFailureSweepTest::ref)
                  .toList());
    }
  }

  private static ArgumentRef ref(int index) {
    return CALL.callable().signature().tensorRef(index);
  }

  private static Class<? extends SluiceException> expectedType(Failure failure) {
    if (failure.fault() == Failing.LOST) {
      return DeviceLostException.class;
    }
    return switch (failure.call()) {
      case "free", "allocate" -> DeviceMemoryException.class;
      case "upload", "fill", "download" -> TransferException.class;
      default -> LaunchException.class;
    };
  }

  private static List<Throwable> causes(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      causes.add(cause);
    }
    return causes;
  }

  private static void assertLostForGood(
      DeviceRuntime runtime, PlacedCall placed, Failure failure, DeviceCalls calls) {
    assertThat(runtime.isOpen()).isFalse();
    int madeBefore = calls.made().size();
    List<ThrowingCallable> later =
        List.of(
            () -> runtime.run(CALL.callable(), placed.args()),
            () -> runtime.explain(CALL.callable(), placed.args()),
            () -> runtime.register(SMALL_CALL.callable()),
            () -> runtime.allocate(DataType.INT8, Shape.of(1)),
            runtime::trim);
    for (ThrowingCallable call : later) {
      assertThatThrownBy(call)
          .isInstanceOf(DeviceLostException.class)
          .hasCause(failure.thrown())
          .hasMessageContaining(failure.thrown().getMessage());
    }
    runtime.close();
    runtime.close();
    assertThat(calls.made().subList(madeBefore, calls.made().size())).containsExactly("close");
  }

  private static void assertGoesOn(
      DeviceRuntime runtime, PlacedCall placed, Failure failure, Model model, DeviceCalls calls) {
    assertThat(runtime.isOpen()).isTrue();
    assertThat(runtime.totals().failedRuns()).isEqualTo(1);
    calls.forget();
    if (failure.isLaunch()) {
      assertThatThrownBy(() -> runtime.run(CALL.callable(), placed.args()))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("undefined");
      assertThat(calls.made()).as("calls of a refused run").isEmpty();
    } else if (!failure.isDownload()) {
      Backing onDevice = placed.backings().get(DEVICE_ARGUMENT);
      assertThat(onDevice.bytes()).isEqualTo(placed.initialBytes().get(DEVICE_ARGUMENT));
    }

    placed.restore(placed.initialBytes());
    RunReport next = runtime.run(CALL.callable(), placed.args());

    assertAllBytes(placed, model.run(CALL, placed.initialBytes()).after());
    assertThat(next.plan().arguments().stream().map(TransferPlan.Argument::index))
        .hasSize(CALL.arguments().size());
    assertThat(calls.liveBytes()).isEqualTo(runtime.totals().liveBytes());
    assertThat(calls.mistakes()).isEmpty();
    placed.close();
    runtime.trim();
    assertThat(calls.liveBytes()).as("bytes held after %s", failure).isZero();
  }

  private static void assertAllBytes(PlacedCall placed, List<byte[]> expected) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat(placed.backings().get(i).bytes()).as("argument %d", i).isEqualTo(expected.get(i));
    }
  }

  private static void assertHostBytes(PlacedCall placed, List<byte[]> expected, int except) {
    for (int i = 0; i < expected.size(); i++) {
      if (i != except && placed.backings().get(i).isHost()) {
        assertThat(placed.backings().get(i).bytes())
            .as("host argument %d", i)
            .isEqualTo(expected.get(i));
      }
    }
  }
}
