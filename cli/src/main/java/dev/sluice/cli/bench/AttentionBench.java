package dev.sluice.cli.bench;

import dev.sluice.DeviceInfo;
import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.AttentionReference;
import dev.sluice.cli.workload.GoldenCheck;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs paged attention under several modes, each on a runtime of its own and all on the same data.
 * Rounds are interleaved, so that whatever changes on the machine meets every mode alike; on
 * hardware, one mode follows the other.
 */
public final class AttentionBench {

  private final BenchRequest request;
  private final Function<TransferMode, DeviceRuntime> opener;
  private final Consumer<String> progress;
  private @Nullable DeviceInfo device;
  private @Nullable AttentionData data;
  private @Nullable GoldenCheck golden;

  /**
   * Makes a bench.
   *
   * @param opener opens a runtime for a mode, which the bench closes
   * @param progress is told what is being done, as often as it changes
   */
  public AttentionBench(
      BenchRequest request,
      Function<TransferMode, DeviceRuntime> opener,
      Consumer<String> progress) {
    this.request = request;
    this.opener = opener;
    this.progress = progress;
  }

  /** Runs all rounds and returns what they gave. */
  public BenchResult run() {
    List<BenchResult.Mode> results = ModeRuntime.measure(request.modes(), opener, this::measured);
    return new BenchResult(request, Objects.requireNonNull(device), results);
  }

  private List<BenchResult.Mode> measured(List<ModeRuntime> runtimes) {
    if (device == null) { // the first, without which no data is made
      device = runtimes.get(0).runtime().device();
      progress.accept("making the data");
      data = AttentionData.generate(request.sizes());
      golden = golden(data);
    }
    AttentionData made = Objects.requireNonNull(data);
    try (Opened<ModeRun> runs =
        Opened.each(
            runtimes, runtime -> new ModeRun(runtime, request, made, golden), ModeRun::close)) {
      runRounds(runs.list());
      return runs.list().stream().map(ModeRun::result).toList();
    }
  }

  private @Nullable GoldenCheck golden(AttentionData data) {
    if (!request.checked()) {
      return null;
    }
    progress.accept("computing the reference");
    return new GoldenCheck(AttentionReference.compute(data));
  }

  private void runRounds(List<ModeRun> runs) {
    progress.accept("bringing to the device what stays there");
    runs.forEach(ModeRun::settle);
    long rounds = (long) request.warmup() + request.rounds();
    for (long round = 0; round < rounds; round++) {
      for (ModeRun run : runs) {
        progress.accept("round " + (round + 1) + " of " + rounds);
        run.round(round >= request.warmup());
      }
    }
  }
}
