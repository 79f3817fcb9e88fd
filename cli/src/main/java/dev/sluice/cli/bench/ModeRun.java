package dev.sluice.cli.bench;

import dev.sluice.ModelledTimes;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Managed;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import dev.sluice.cli.workload.PagedAttention;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One mode of a bench, and what its rounds gave. Confined to one thread. */
final class ModeRun implements AutoCloseable {

  /** What a server changes from step to step, however small the change is. */
  private static final Set<Integer> WRITTEN =
      Set.of(PagedAttention.QUERY, PagedAttention.BLOCK_TABLE, PagedAttention.CONTEXT_LENS);

  private final BenchMode mode;
  private final @Nullable GoldenCheck golden;
  private final ModeCall call;
  private final List<ElementRange> written;
  private final List<Round> rounds = new ArrayList<>();
  private @Nullable Round first;
  private @Nullable String mismatch;

  ModeRun(
      ModeRuntime opened, BenchRequest request, AttentionData data, @Nullable GoldenCheck golden) {
    this.mode = opened.mode();
    this.golden = golden;
    this.call = new ModeCall(opened, request.callable(), data, WRITTEN);
    this.written =
        WRITTEN.stream()
            .map(i -> new ElementRange(i, 0, data.tensors().get(i).shape().elementCount()))
            .toList();
  }

  /** Makes a round of its own that brings to the device what stays there, if anything does. */
  void settle() {
    if (mode == BenchMode.MANAGED) {
      first = make();
    }
  }

  void round(boolean measured) {
    Round round = make();
    if (measured) {
      rounds.add(round);
    }
  }

  private Round make() {
    Round round = call.round(written, mismatch == null ? golden : null);
    if (mismatch == null) {
      mismatch = round.mismatch();
    }
    return round;
  }

  BenchResult.Mode result() {
    double[] walls = micros(Round::hostWallNanos);
    return new BenchResult.Mode(
        mode,
        steadyRound().counts(),
        rounds.stream().mapToLong(round -> round.counts().allocations()).sum(),
        measured(),
        min(walls),
        max(walls),
        modelled(),
        managed(),
        golden == null ? Golden.SKIPPED : mismatch == null ? Golden.PASS : Golden.FAIL,
        mismatch);
  }

  private Round steadyRound() {
    return rounds.get(rounds.size() - 1);
  }

  private Times measured() {
    double wall = Median.of(micros(Round::hostWallNanos));
    if (rounds.stream().anyMatch(round -> round.deviceWallNanos().isEmpty())) {
      return new Times(wall, null, null);
    }
    return new Times(
        wall,
        Median.of(micros(round -> round.deviceWallNanos().orElseThrow())),
        Median.of(micros(round -> round.hostWallNanos() - round.deviceWallNanos().orElseThrow())));
  }

  private @Nullable Times modelled() {
    if (rounds.stream().anyMatch(round -> round.modelled().isEmpty())) {
      return null;
    }
    return new Times(
        Median.of(modelledMicros(ModelledTimes::hostWallNanos)),
        Median.of(modelledMicros(ModelledTimes::deviceWallNanos)),
        Median.of(modelledMicros(ModelledTimes::hostOverheadNanos)));
  }

  private @Nullable Managed managed() {
    if (first == null) {
      return null;
    }
    boolean isModelled = steadyRound().modelled().isPresent();
    return new Managed(
        first.counts(),
        steadyRound().read().counts(),
        Median.of(micros(round -> round.read().measuredNanos())),
        isModelled ? Median.of(modelledReads()) : null);
  }

  private double[] modelledReads() {
    return micros(round -> Objects.requireNonNull(round.read().modelledNanos()));
  }

  private double[] modelledMicros(ToLongFunction<ModelledTimes> nanos) {
    return micros(round -> nanos.applyAsLong(round.modelled().orElseThrow()));
  }

  private double[] micros(ToLongFunction<Round> nanos) {
    return rounds.stream().mapToDouble(round -> nanos.applyAsLong(round) / 1e3).toArray();
  }

  private static double min(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  @Override
  public void close() {
    call.close();
  }
}
