package dev.sluice.cli.bench;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.AttentionReference;
import dev.sluice.cli.workload.GoldenCheck;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs paged attention under several modes, each on a runtime of its own and all on the same data.
 * Rounds are interleaved, so that whatever changes on the machine meets every mode alike.
 */
public final class AttentionBench {

  private final BenchRequest request;
  private final Function<TransferMode, DeviceRuntime> opener;
  private final Consumer<String> progress;

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
    try (Opened<ModeRuntime> runtimes = ModeRuntime.openEach(request.modes(), opener)) {
      progress.accept("making the data");
      AttentionData data = AttentionData.generate(request.sizes());
      GoldenCheck golden = golden(data);
      try (Opened<ModeRun> runs =
          Opened.each(
              runtimes.list(),
              runtime -> new ModeRun(runtime, request, data, golden),
              ModeRun::close)) {
        runRounds(runs.list());
        return new BenchResult(
            request,
            runtimes.list().get(0).runtime().device(),
            runs.list().stream().map(ModeRun::result).toList());
      }
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
