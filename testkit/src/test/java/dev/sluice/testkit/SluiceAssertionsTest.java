package dev.sluice.testkit;

import static dev.sluice.sim.ledger.Operation.Kind.ALLOCATE;
import static dev.sluice.sim.ledger.Operation.Kind.DOWNLOAD;
import static dev.sluice.sim.ledger.Operation.Kind.FILL;
import static dev.sluice.sim.ledger.Operation.Kind.LAUNCH;
import static dev.sluice.sim.ledger.Operation.Kind.REGISTER;
import static dev.sluice.sim.ledger.Operation.Kind.UPLOAD;
import static dev.sluice.testkit.SluiceAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** One run with 8 bytes up and 4 down, and what can be asserted of it. */
@SimulatedDevice(properties = "ledger=true")
class SluiceAssertionsTest {

  private static final JavaKernel ADD =
      args ->
          args.tensor("sum")
              .setInt(0, args.tensor("terms").getInt(0) + args.tensor("terms").getInt(1));

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("add")
          .signature(Signature.builder().in("terms").out("sum").build())
          .artifact("sim", ADD)
          .build();

  private final DeviceRuntime runtime;
  private final SimDevice device;
  private final HostTensor sum = HostTensor.wrap(new int[1], Shape.of(1));
  private final RunReport report;

  SluiceAssertionsTest(DeviceRuntime runtime, SimDevice device) {
    this.runtime = runtime;
    this.device = device;
    this.report =
        runtime.run(CALLABLE, TaskArgs.of(HostTensor.wrap(new int[] {3, 4}, Shape.of(2)), sum));
  }

  private static void assertFails(ThrowingCallable assertion, String message) {
    assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContaining(message);
  }

  @Test
  void a_report_is_held_to_its_bytes_and_copies() {
    assertThat(report)
        .hasUploaded(8)
        .hasDownloaded(4)
        .hasUploadCopies(1)
        .hasDownloadCopies(1)
        .hasUploaded("terms", 8)
        .hasDownloaded("terms", 0)
        .hasUploaded("sum", 0)
        .hasDownloaded("sum", 4);

    assertFails(
        () -> assertThat(report).hasUploaded(9),
        "expected 9 bytes up, but the run made 8:\ncallable 'add', mode GATED");
    assertFails(() -> assertThat(report).hasDownloaded(5), "expected 5 bytes down");
    assertFails(() -> assertThat(report).hasUploadCopies(2), "expected 2 copies up");
    assertFails(() -> assertThat(report).hasDownloadCopies(0), "expected 0 copies down");
    assertFails(() -> assertThat(report).movesNothing(), "expected 0 bytes up");
    assertFails(() -> assertThat(report).allocatesNothing(), "expected 0 allocations");
    assertFails(
        () -> assertThat(report).hasUploaded("sum", 4),
        "expected 4 bytes up of 'sum', but the run made 0");
    assertFails(
        () -> assertThat(report).hasDownloaded("sum", 8),
        "expected 8 bytes down of 'sum', but the run made 4");
    assertFails(
        () -> assertThat(report).hasUploaded("total", 4), "the run has no argument 'total'");
    assertFails(() -> assertThat((RunReport) null).hasUploaded(0), "not to be null");
  }

  @Test
  void a_run_on_device_tensors_moves_nothing() {
    try (var terms = runtime.upload(HostTensor.wrap(new int[2], Shape.of(2)));
        var result = runtime.allocate(sum.dataType(), sum.shape())) {
      assertThat(runtime.run(CALLABLE, TaskArgs.of(terms, result)))
          .movesNothing()
          .allocatesNothing();
    }
  }

  @Test
  void counts_are_held_to_their_numbers() {
    TransferCounts counts = runtime.totals().counts();
    assertThat(counts).hasUploaded(8).hasDownloaded(4).hasLaunches(1);

    assertFails(() -> assertThat(counts).hasUploaded(0), "expected 0 bytes up, but counted were 8");
    assertFails(() -> assertThat(counts).hasDownloaded(0), "expected 0 bytes down");
    assertFails(() -> assertThat(counts).hasLaunches(2), "expected 2 launches");
  }

  @Test
  void a_device_is_held_to_its_ledger() {
    assertThat(device)
        .hasCounted(runtime.totals().counts())
        .hasLiveBytes(runtime.totals().liveBytes())
        .hasOperations(REGISTER, ALLOCATE, UPLOAD, LAUNCH, DOWNLOAD)
        .hasBytesOf(UPLOAD, 8)
        .hasBytesOf(DOWNLOAD, 4)
        .hasBytesOf(FILL);

    assertFails(() -> assertThat(device).hasCounted(TransferCounts.ZERO), "but the device counted");
    assertFails(() -> assertThat(device).hasLiveBytes(0), "expected 0 bytes to be allocated");
    assertFails(
        () -> assertThat(device).hasOperations(LAUNCH), "expected the operations [LAUNCH], but");
    String found = "but the ledger has, after 0 that it no longer keeps:\n" + device.ledger();
    assertFails(
        () -> assertThat(device).hasBytesOf(UPLOAD, 9), "expected UPLOAD of [9] bytes, " + found);
    assertFails(
        () -> assertThat(device).hasBytesOf(UPLOAD, 4, 4),
        "expected UPLOAD of [4, 4] bytes, " + found);
    assertFails(
        () -> assertThat(device).hasBytesOf(DOWNLOAD), "expected DOWNLOAD of [] bytes, " + found);
  }

  @Test
  void a_tensor_is_held_to_its_contents() {
    assertThat(sum).containsInts(7).hasSameBytesAs(HostTensor.wrap(new int[] {7}, Shape.of(1)));
    HostTensor floats = HostTensor.wrap(new float[] {1, -0f}, Shape.of(2));
    assertThat(floats).containsFloats(1, -0f);

    assertFails(() -> assertThat(sum).containsInts(7, 8), "expected 2 elements, but the tensor is");
    assertFails(
        () -> assertThat(sum).containsInts(8), "expected 8, but found 7 at element 0 (byte 0)");
    assertFails(
        () -> assertThat(floats).containsFloats(1, 0f),
        "expected 0.0, but found -0.0 at element 1 (byte 4)");
    assertFails(() -> assertThat(sum).hasSameBytesAs(floats), "expected 8 bytes, but there are 4");
    assertFails(
        () ->
            assertThat(sum).hasSameBytesAs(HostTensor.wrap(new int[] {7 + (1 << 16)}, Shape.of(1))),
        "expected 0x01, but found 0x00 at byte 2");
  }
}
