package dev.sluice.cli.output;

import dev.sluice.PlatformKind;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.bench.BenchResult.Managed;
import dev.sluice.cli.bench.BenchResult.Times;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bench result as text, for people: what moved first, then what it cost. Stateless. */
public final class BenchTable {

  private BenchTable() {}

  /** Returns the lines, each ended. */
  public static String of(BenchResult result) {
    StringBuilder text = new StringBuilder();
    heading(text, result);
    moved(text, result);
    result.mode(BenchMode.MANAGED).map(BenchResult.Mode::managed).ifPresent(m -> managed(text, m));
    times(text, result, "measured on this machine, us", BenchResult.Mode::measured);
    if (result.modes().stream().anyMatch(mode -> mode.modelled() != null)) {
      String title = "modelled by profile " + result.request().profile() + ", us";
      times(text, result, title, BenchResult.Mode::modelled);
    }
    spread(text, result);
    golden(text, result);
    return text.toString();
  }

  private static void heading(StringBuilder text, BenchResult result) {
    BenchRequest request = result.request();
    line(
        text,
        "paged-attention %s on %s (%s): median of %d rounds after %d, modes interleaved",
        request.sizes().name(),
        result.device().name(),
        result.device().description(),
        request.rounds(),
        request.warmup());
    if (!request.checked()) {
      line(text, "Without a kernel: the transfers alone, and no result to check.");
    }
    if (result.device().kind() == PlatformKind.SIMULATED) {
      line(text, "No hardware was run: measured times are the simulator's on this machine.");
    }
  }

  private static void moved(StringBuilder text, BenchResult result) {
    line(text, "");
    line(
        text,
        "%-21s %15s %7s %15s %7s",
        "moved in one round",
        "up, bytes",
        "copies",
        "down, bytes",
        "copies");
    for (BenchResult.Mode mode : result.modes()) {
      line(
          text,
          "%-21s %,15d %7d %,15d %7d",
          mode.mode(),
          mode.round().uploadedBytes(),
          mode.round().uploadCopies(),
          mode.round().downloadedBytes(),
          mode.round().downloadCopies());
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

  private static String copies(long count) {
    return count + (count == 1 ? " copy" : " copies");
  }

  private static void times(
      StringBuilder text,
      BenchResult result,
      String title,
      Function<BenchResult.Mode, @Nullable Times> times) {
    line(text, "");
    line(text, "%s", title);
    line(
        text,
        "%-21s %14s %12s %14s %12s %14s",
        "",
        "host_overhead",
        "change",
        "host_wall",
        "change",
        "device_wall");
    Optional<Times> baseline = result.mode(BenchMode.COPY_ALL).map(times);
    for (BenchResult.Mode mode : result.modes()) {
      Times own = times.apply(mode);
      if (own == null) {
        continue;
      }
      line(
          text,
          "%-21s %14s %12s %14s %12s %14s",
          mode.mode(),
          number(own.hostOverhead()),
          change(own, baseline, Times::hostOverhead),
          number(own.hostWall()),
          change(own, baseline, Times::hostWall),
          number(own.deviceWall()));
    }
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

  /** Returns how much more or less than COPY_ALL, where that can be said. */
  private static String change(
      Times own, Optional<Times> baseline, Function<Times, @Nullable Double> part) {
    Double value = part.apply(own);
    Double all = baseline.map(part).orElse(null);
    if (value == null || all == null || all == 0) {
      return "-";
    }
    return own == baseline.get()
        ? "baseline"
        : String.format(Locale.ROOT, "%+.1f %%", (value / all - 1) * 100);
  }

  private static String number(@Nullable Double micros) {
    return micros == null ? "-" : String.format(Locale.ROOT, "%,.1f", micros);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
