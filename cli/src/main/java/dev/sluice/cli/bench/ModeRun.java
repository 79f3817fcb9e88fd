package dev.sluice.cli.bench;

import dev.sluice.BoundCall;
import dev.sluice.DeviceRuntime;
import dev.sluice.ModelledTimes;
import dev.sluice.RunReport;
import dev.sluice.TransferCounts;
import dev.sluice.TransferMode;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.GoldenCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One mode of a bench: its bound call, and what its rounds gave. Confined to one thread. */
final class ModeRun {

  private final TransferMode mode;
  private final AttentionData data;
  private final @Nullable GoldenCheck golden;
  private final BoundCall call;
  private final List<RunReport> reports = new ArrayList<>();
  private @Nullable String mismatch;

  /** Registers the callable for as long as the runtime is open. */
  ModeRun(
      BenchRequest request,
      DeviceRuntime runtime,
      AttentionData data,
      @Nullable GoldenCheck golden) {
    this.mode = runtime.transferMode();
    this.data = data;
    this.golden = golden;
    this.call = runtime.register(request.callable()).bind(data.args());
  }

  void round(boolean measured) {
    GoldenCheck.poison(data.out());
    RunReport report = call.run();
    if (measured) {
      reports.add(report);
    }
    if (golden != null && mismatch == null) {
      Optional<String> wrong = golden.mismatch(data.out());
      wrong.ifPresent(text -> mismatch = text);
    }
  }

  BenchResult.Mode result() {
    double[] walls = micros(report -> report.measured().hostWallNanos());
    return new BenchResult.Mode(
        mode,
        steadyRound(),
        reports.stream().mapToLong(report -> report.counts().allocations()).sum(),
        measured(),
        min(walls),
        max(walls),
        modelled(),
        golden == null ? Golden.SKIPPED : mismatch == null ? Golden.PASS : Golden.FAIL,
        mismatch);
  }

  private TransferCounts steadyRound() {
    return reports.get(reports.size() - 1).counts();
  }

  private Times measured() {
    double wall = Median.of(micros(report -> report.measured().hostWallNanos()));
    if (reports.stream().anyMatch(report -> report.measured().deviceWallNanos().isEmpty())) {
      return new Times(wall, null, null);
    }
    return new Times(
        wall,
        Median.of(micros(report -> report.measured().deviceWallNanos().orElseThrow())),
        Median.of(micros(report -> report.measured().hostOverheadNanos().orElseThrow())));
  }

  private @Nullable Times modelled() {
    if (reports.stream().anyMatch(report -> report.modelled().isEmpty())) {
      return null;
    }
    return new Times(
        Median.of(modelledMicros(ModelledTimes::hostWallNanos)),
        Median.of(modelledMicros(ModelledTimes::deviceWallNanos)),
        Median.of(modelledMicros(ModelledTimes::hostOverheadNanos)));
  }

  private double[] modelledMicros(ToLongFunction<ModelledTimes> nanos) {
    return micros(report -> nanos.applyAsLong(report.modelled().orElseThrow()));
  }

  private double[] micros(ToLongFunction<RunReport> nanos) {
    return reports.stream().mapToDouble(report -> nanos.applyAsLong(report) / 1e3).toArray();
  }

  private static double min(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}
