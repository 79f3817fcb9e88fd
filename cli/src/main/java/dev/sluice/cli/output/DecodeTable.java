package dev.sluice.cli.output;

import static dev.sluice.cli.output.ModeTables.line;
import static dev.sluice.cli.output.ModeTables.moved;
import static dev.sluice.cli.output.ModeTables.number;
import static dev.sluice.cli.output.ModeTables.times;

import dev.sluice.PlatformKind;
import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.bench.DecodeRequest;
import dev.sluice.cli.bench.DecodeResult;
import dev.sluice.cli.bench.DecodeResult.Step;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What decoding gave as text, for people: each mode step by step, then all steps. Stateless. */
public final class DecodeTable {

  private DecodeTable() {}

  /** Returns the lines, each ended. */
  public static String of(DecodeResult result) {
    StringBuilder text = new StringBuilder();
    heading(text, result);
    result.modes().forEach(mode -> steps(text, mode));
    totals(text, result);
    return text.toString();
  }

  private static void heading(StringBuilder text, DecodeResult result) {
    DecodeRequest request = result.request();
    line(
        text,
        "decode %s on %s (%s): %,d %s, %s",
        request.sizes().name(),
        result.device().name(),
        result.device().description(),
        request.steps(),
        request.steps() == 1 ? "step" : "steps",
        ModeTables.order(result.device()));
    line(
        text,
        "Before each step, each of %,d sequences gets a token. Caches of %,d blocks of %d tokens in"
            + " %s, seed %d.",
        request.sizes().sequences(),
        request.sizes().blocks(),
        request.sizes().blockSize(),
        request.type().name().toLowerCase(Locale.ROOT),
        request.seed());
    if (request.modes().contains(BenchMode.MANAGED)) {
      line(
          text,
          "MANAGED: step 1 brings everything to the device; after each run the host reads out,");
      line(text, "  which is outside the run, and which all figures contain.");
    }
    if (!request.checked()) {
      line(text, "Without a kernel: the transfers alone, and no result to check.");
    }
    if (result.device().kind() == PlatformKind.SIMULATED) {
      line(text, "No hardware was run: measured times are the simulator's on this machine.");
    }
  }

  private static void steps(StringBuilder text, DecodeResult.Mode mode) {
    line(text, "");
    line(text, "%-49s %25s   %27s", "", "modelled host_wall, us", "measured host_wall, us");
    line(
        text,
        "%-21s %12s %6s %11s %6s %12s %13s %12s %13s  %s",
        mode.mode(),
        "up, bytes",
        "copies",
        "down, bytes",
        "copies",
        "step",
        "so far",
        "step",
        "so far",
        "golden");
    List<Step> sums = mode.cumulative();
    for (int i = 0; i < sums.size(); i++) {
      step(text, "step " + (i + 1), mode.steps().get(i), sums.get(i));
    }
  }

  private static void step(StringBuilder text, String name, Step step, Step sum) {
    TransferCounts counts = step.counts();
    line(
        text,
        "%-17s %,16d %6d %,11d %6d %12s %13s %12s %13s  %s",
        name,
        counts.uploadedBytes(),
        counts.uploadCopies(),
        counts.downloadedBytes(),
        counts.downloadCopies(),
        hostWall(step.modelled()),
        hostWall(sum.modelled()),
        hostWall(step.measured()),
        hostWall(sum.measured()),
        step.golden());
  }

  private static String hostWall(@Nullable Times times) {
    return times == null ? "-" : number(times.hostWall());
  }

  private static void added(StringBuilder text, DecodeResult.Mode mode) {
    line(
        text,
        "  %s: %,d of the bytes up were on the device; they lie between others, and a copy less is"
            + " cheaper.",
        mode.mode(),
        mode.total().addedBytes());
  }

  private static void totals(StringBuilder text, DecodeResult result) {
    Map<BenchMode, TransferCounts> counts = new EnumMap<>(BenchMode.class);
    Map<BenchMode, Times> measured = new EnumMap<>(BenchMode.class);
    Map<BenchMode, Times> modelled = new EnumMap<>(BenchMode.class);
    for (DecodeResult.Mode mode : result.modes()) {
      Step total = mode.total();
      counts.put(mode.mode(), total.counts());
      measured.put(mode.mode(), total.measured());
      if (total.modelled() != null) {
        modelled.put(mode.mode(), total.modelled());
      }
    }
    moved(text, "moved in all steps", counts);
    result.modes().stream()
        .filter(mode -> mode.total().addedBytes() > 0)
        .forEach(mode -> added(text, mode));
    times(text, "measured on this machine in all steps, us", measured);
    if (!modelled.isEmpty()) {
      String profile = result.request().profile();
      times(text, "modelled by profile " + profile + " for all steps, us", modelled);
    }
    line(text, "");
    for (DecodeResult.Mode mode : result.modes()) {
      line(
          text,
          "%-21s golden %s%s",
          mode.mode(),
          mode.total().golden(),
          mode.mismatch() == null ? "" : ": " + mode.mismatch());
    }
  }
}
