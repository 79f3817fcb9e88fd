package dev.sluice.cli.bench;

import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Managed;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import dev.sluice.cli.workload.PagedAttention;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
    List<Times> measured = rounds.stream().map(Round::measured).toList();
    DoubleSummaryStatistics walls =
        measured.stream().mapToDouble(Times::hostWall).summaryStatistics();
    return new BenchResult.Mode(
        mode,
        steadyRound().counts(),
        rounds.stream().mapToLong(round -> round.counts().allocations()).sum(),
        medians(measured),
        walls.getMin(),
        walls.getMax(),
        modelled(),
        managed(),
        golden == null ? Golden.SKIPPED : mismatch == null ? Golden.PASS : Golden.FAIL,
        mismatch);
  }

  private Round steadyRound() {
    return rounds.get(rounds.size() - 1);
  }

  private @Nullable Times modelled() {
    List<Times> told = rounds.stream().map(Round::modelled).filter(Objects::nonNull).toList();
    return told.size() < rounds.size() ? null : medians(told);
  }

  private @Nullable Managed managed() {
    if (first == null) {
      return null;
    }
    return new Managed(
        first.counts(),
        steadyRound().read().counts(),
        median(rounds, round -> round.read().measuredMicros()).orElseThrow(),
        median(rounds, round -> round.read().modelledMicros()).orElse(null));
  }

  private static Times medians(List<Times> times) {
    return new Times(
        median(times, Times::hostWall).orElseThrow(),
        median(times, Times::deviceWall).orElse(null),
        median(times, Times::hostOverhead).orElse(null));
  }

  /** Returns the median of what is told of each, or nothing if it is not told of one. */
  private static <T> Optional<Double> median(List<T> all, Function<T, @Nullable Double> told) {
    double[] values = all.stream().map(told).filter(Objects::nonNull).mapToDouble(d -> d).toArray();
    return values.length < all.size() ? Optional.empty() : Optional.of(Median.of(values));
  }

  @Override
  public void close() {
    call.close();
  }
}
