package dev.sluice.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.RegisteredCallable;
import dev.sluice.RunReport;
import dev.sluice.RuntimeTotals;
import dev.sluice.TransferCounts;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.spi.DeviceCounters;
import java.util.List;
import java.util.function.Supplier;

/**
 * A runtime beside its {@link Model}: every run is checked against the model, and the runtime's
 * counts against those that were taken at the device. Not thread-safe.
 */
public final class ModelledRuntime implements AutoCloseable {

  private final TestPlatform platform;
  private final DeviceRuntime runtime;
  private final DeviceCounters device;
  private final Model model;

  private ModelledRuntime(TestPlatform platform, TransferMode mode, OutputFill fill) {
    this.platform = platform;
    Sluice.Builder builder =
        platform.isSimulator()
            ? platform.builder(platform.platform()).property("profile", "a2a3") // which packs
            : platform.builder(new CountingPlatform(platform.platform()));
    this.runtime = builder.transferMode(mode).outputFill(fill).open();
    this.device = runtime.capability(DeviceCounters.class).orElseThrow();
    this.model = new Model(mode, fill);
  }

  /** Opens a platform. */
  public static ModelledRuntime open(TestPlatform platform, TransferMode mode, OutputFill fill) {
    return new ModelledRuntime(platform, mode, fill);
  }

  /** Returns the runtime. */
  public DeviceRuntime runtime() {
    return runtime;
  }

  /** Frees the staging memory. */
  public void trim() {
    runtime.trim();
    model.trim();
  }

  /** Runs a call the plain way, and checks what it says in advance. */
  public void run(ModelCall call) {
    try (PlacedCall placed = PlacedCall.on(runtime, call)) {
      DeviceCallable callable = call.callable();
      TransferCounts before = device.counts();
      assertThat(runtime.explain(callable, placed.args()).arguments())
          .as("what is explained of %s", call)
          .isEqualTo(model.plan(call));
      assertThat(device.counts()).as("device calls of explain").isEqualTo(before);
      checked(placed, placed.initialBytes(), () -> run(callable, placed));
    }
  }

  /** The simulator keeps every callable that it was given; other devices have room for some. */
  private RunReport run(DeviceCallable callable, PlacedCall placed) {
    if (platform.isSimulator()) {
      return runtime.run(callable, placed.args());
    }
    try (RegisteredCallable registered = runtime.register(callable)) {
      return registered.run(placed.args());
    }
  }

  /** Binds a call, runs it twice, then with other memory of the same placements, then again. */
  public void runBound(ModelCall call) {
    try (RegisteredCallable registered = runtime.register(call.callable());
        PlacedCall first = PlacedCall.on(runtime, call);
        PlacedCall second = PlacedCall.on(runtime, call)) {
      BoundCall bound = registered.bind(first.args());
      assertThat(bound.plan().arguments()).as("what is bound").isEqualTo(model.plan(call));
      List<byte[]> once = checked(first, first.initialBytes(), bound::run);
      checked(first, once, bound::run);
      List<byte[]> other = checked(second, second.initialBytes(), () -> bound.run(second.args()));
      checked(second, other, bound::run);
    }
  }

  /** Binds one call and runs it, then the same bound call with arguments of another. */
  public void rebind(ModelCall call, ModelCall next) {
    try (RegisteredCallable registered = runtime.register(call.callable());
        PlacedCall first = PlacedCall.on(runtime, call);
        PlacedCall second = PlacedCall.on(runtime, next)) {
      BoundCall bound = registered.bind(first.args());
      List<byte[]> once = checked(first, first.initialBytes(), bound::run);
      List<byte[]> other = checked(second, second.initialBytes(), () -> bound.run(second.args()));
      assertThat(bound.plan().arguments()).as("what is bound now").isEqualTo(model.plan(next));
      checked(second, other, bound::run);
      checked(first, once, () -> bound.run(first.args()));
    }
  }

  /** Runs, compares everything with the model, and returns the bytes afterwards. */
  private List<byte[]> checked(PlacedCall placed, List<byte[]> before, Supplier<RunReport> run) {
    TransferCounts deviceBefore = device.counts();
    RuntimeTotals totalsBefore = runtime.totals();

    RunReport report = run.get();

    Model.Expected expected = model.run(placed.call(), before, report.plan().packs());
    Supplier<String> what = () -> "mode " + runtime.transferMode() + ", " + placed.call();
    assertThat(report.plan().arguments()).as(what).isEqualTo(expected.plan());
    assertThat(report.counts()).as(what).isEqualTo(expected.counts());
    assertThat(report.hostCopiedBytes()).as(what).isEqualTo(expected.hostCopiedBytes());
    assertThat(report.delegatedBytes()).as(what).isZero();
    assertThat(device.counts().minus(deviceBefore)).as(what).isEqualTo(expected.counts());
    RuntimeTotals totals = runtime.totals();
    assertThat(totals.counts().minus(totalsBefore.counts())).as(what).isEqualTo(expected.counts());
    assertThat(totals.hostCopiedBytes() - totalsBefore.hostCopiedBytes())
        .as(what)
        .isEqualTo(expected.hostCopiedBytes());
    assertThat(totals.runs()).as(what).isEqualTo(totalsBefore.runs() + 1);
    assertThat(report.plan().uploadBytes()).as(what).isEqualTo(expected.counts().uploadedBytes());
    assertThat(report.plan().downloadBytes())
        .as(what)
        .isEqualTo(expected.counts().downloadedBytes());
    for (int i = 0; i < expected.after().size(); i++) {
      int index = i;
      assertThat(placed.backings().get(i).bytes())
          .as(() -> "bytes of argument " + index + " in " + what.get())
          .isEqualTo(expected.after().get(i));
    }
    return expected.after();
  }

  /** Checks that runtime and device agree on everything since they were opened, and closes. */
  @Override
  public void close() {
    RuntimeTotals totals = runtime.totals();
    assertThat(totals.counts()).isEqualTo(device.counts());
    assertThat(totals.liveBytes()).isEqualTo(device.liveBytes());
    assertThat(totals.peakLiveBytes()).isEqualTo(device.peakLiveBytes());
    assertThat(runtime.liveTensors()).isEmpty();
    runtime.trim();
    assertThat(device.liveBytes()).as("bytes left on the device").isZero();
    runtime.close();
  }
}
