package dev.sluice.cli.bench;

import dev.sluice.DeviceInfo;
import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.AttentionReference;
import dev.sluice.cli.workload.DecodeSteps;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decodes under several modes, each on a runtime of its own: all modes make a step on the same data
 * before any makes the next. On hardware, one mode follows the other, on data that is made again.
 */
public final class DecodeBench {

  private final DecodeRequest request;
  private final Function<TransferMode, DeviceRuntime> opener;
  private final Consumer<String> progress;
  private @Nullable DeviceInfo device;

  /**
   * Makes a bench.
   *
   * @param opener opens a runtime for a mode, which the bench closes
   * @param progress is told what is being done, as often as it changes
   */
  public DecodeBench(
      DecodeRequest request,
      Function<TransferMode, DeviceRuntime> opener,
      Consumer<String> progress) {
    this.request = request;
    this.opener = opener;
    this.progress = progress;
  }

  /** Makes all steps and returns what they gave. */
  public DecodeResult run() {
    List<DecodeResult.Mode> results = ModeRuntime.measure(request.modes(), opener, this::measured);
    return new DecodeResult(request, Objects.requireNonNull(device), results);
  }

  private List<DecodeResult.Mode> measured(List<ModeRuntime> runtimes) {
    device = runtimes.get(0).runtime().device();
    progress.accept("making the data");
    AttentionData data = AttentionData.generate(request.sizes(), request.type(), request.seed());
    try (Opened<DecodeRun> runs =
        Opened.each(runtimes, runtime -> new DecodeRun(runtime, request, data), DecodeRun::close)) {
      makeSteps(runs.list(), data);
      return runs.list().stream().map(DecodeRun::result).toList();
    }
  }

  private void makeSteps(List<DecodeRun> runs, AttentionData data) {
    DecodeSteps steps = new DecodeSteps(data, request.seed());
    for (int step = 1; step <= request.steps(); step++) {
      progress.accept("step " + step + " of " + request.steps());
      List<ElementRange> written = steps.next();
      GoldenCheck golden = golden(data);
      runs.forEach(run -> run.step(written, golden));
    }
  }

  private @Nullable GoldenCheck golden(AttentionData data) {
    return request.checked() ? new GoldenCheck(AttentionReference.compute(data)) : null;
  }
}
