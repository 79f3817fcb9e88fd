package dev.sluice.cli.output;

import static dev.sluice.cli.output.ModeTables.copies;
import static dev.sluice.cli.output.ModeTables.line;
import static dev.sluice.cli.output.ModeTables.moved;
import static dev.sluice.cli.output.ModeTables.number;
import static dev.sluice.cli.output.ModeTables.times;

import dev.sluice.PlatformKind;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.bench.BenchResult.Managed;
import dev.sluice.cli.bench.BenchResult.Times;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bench result as text, for people: what moved first, then what it cost. Stateless. */
public final class BenchTable {

  private BenchTable() {}

  /** Returns the lines, each ended. */
  public static String of(BenchResult result) {
    StringBuilder text = new StringBuilder();
    heading(text, result);
    moved(text, "moved in one round", each(result, BenchResult.Mode::round));
    result.mode(BenchMode.MANAGED).map(BenchResult.Mode::managed).ifPresent(m -> managed(text, m));
    times(text, "measured on this machine, us", each(result, BenchResult.Mode::measured));
    Map<BenchMode, Times> modelled = each(result, BenchResult.Mode::modelled);
    if (!modelled.isEmpty()) {
      times(text, "modelled by profile " + result.request().profile() + ", us", modelled);
    }
    spread(text, result);
    golden(text, result);
    return text.toString();
  }

  /** Returns a part of each mode that has it, in order. */
  private static <V> Map<BenchMode, V> each(
      BenchResult result, Function<BenchResult.Mode, @Nullable V> part) {
    Map<BenchMode, V> each = new EnumMap<>(BenchMode.class);
    for (BenchResult.Mode mode : result.modes()) {
      V value = part.apply(mode);
      if (value != null) {
        each.put(mode.mode(), value);
      }
    }
    return each;
  }

  private static void heading(StringBuilder text, BenchResult result) {
    BenchRequest request = result.request();
    line(
        text,
        "paged-attention %s on %s (%s): median of %d rounds after %d, %s",
        request.sizes().name(),
        result.device().name(),
        result.device().description(),
        request.rounds(),
        request.warmup(),
        ModeTables.order(result.device()));
    if (!request.checked()) {
      line(text, "Without a kernel: the transfers alone, and no result to check.");
    }
    if (result.device().kind() == PlatformKind.SIMULATED) {
      line(text, "No hardware was run: measured times are the simulator's on this machine.");
    }
  }

  /** Says what the figures of managed tensors leave out, and what they contain. */
  private static void managed(StringBuilder text, Managed managed) {
    line(text, "");
    line(
        text,
        "MANAGED is the steady state, after a first round that moved %,d bytes up in %s.",
        managed.firstRound().uploadedBytes(),
        copies(managed.firstRound().uploadCopies()));
    line(
        text,
        "  Before a run the host writes query, block_table and context_lens; after it, it reads");
    line(
        text,
        "  out: %,d bytes down in %s, %s us measured%s. All figures contain that.",
        managed.read().downloadedBytes(),
        copies(managed.read().downloadCopies()),
        number(managed.readMeasured()),
        managed.readModelled() == null
            ? ""
            : ", " + number(managed.readModelled()) + " us modelled");
  }

  private static void spread(StringBuilder text, BenchResult result) {
    line(text, "");
    for (BenchResult.Mode mode : result.modes()) {
      line(
          text,
          "%-21s measured host_wall from %s to %s us; %d device allocations in all rounds",
          mode.mode(),
          number(mode.fastest()),
          number(mode.slowest()),
          mode.deviceAllocations());
    }
  }

  private static void golden(StringBuilder text, BenchResult result) {
    line(text, "");
    for (BenchResult.Mode mode : result.modes()) {
      line(
          text,
          "%-21s golden %s%s",
          mode.mode(),
          mode.golden(),
          mode.mismatch() == null ? "" : ": " + mode.mismatch());
    }
  }
}
