package dev.sluice.cli.bench;

import dev.sluice.TransferMode;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.AttentionReference;
import dev.sluice.cli.workload.GoldenCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs paged attention under several transfer modes, each on a runtime of its own and all on the
 * same data. Rounds are interleaved, so that whatever changes on the machine meets every mode
 * alike.
 */
public final class AttentionBench {

  private final BenchRequest request;
  private final Consumer<String> progress;

  /**
   * Makes a bench.
   *
   * @param progress is told what is being done, as often as it changes
   */
  public AttentionBench(BenchRequest request, Consumer<String> progress) {
    this.request = request;
    this.progress = progress;
  }

  /** Runs all rounds and returns what they gave. */
  public BenchResult run() {
    progress.accept("making the data");
    AttentionData data = AttentionData.generate(request.sizes());
    GoldenCheck golden = golden(data);
    List<ModeRun> runs = new ArrayList<>();
    try {
      for (TransferMode mode : request.modes()) {
        runs.add(new ModeRun(request, mode, data, golden));
      }
      int rounds = request.warmup() + request.rounds();
      for (int round = 0; round < rounds; round++) {
        for (ModeRun run : runs) {
          progress.accept("round " + (round + 1) + " of " + rounds);
          run.round(round >= request.warmup());
        }
      }
      return new BenchResult(
          request, runs.get(0).device(), runs.stream().map(ModeRun::result).toList());
    } finally {
      closeAll(runs);
    }
  }

  private @Nullable GoldenCheck golden(AttentionData data) {
    if (!request.checked()) {
      return null;
    }
    progress.accept("computing the reference");
    return new GoldenCheck(AttentionReference.compute(data));
  }

  private static void closeAll(List<ModeRun> runs) {
    RuntimeException first = null;
    for (ModeRun run : runs) {
      try {
        run.close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
