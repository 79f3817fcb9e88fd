package dev.sluice.cli.output;

import dev.sluice.DeviceInfo;
import dev.sluice.PlatformKind;
import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchResult.Times;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parts that the tables of all workloads have: a line for each mode. Stateless. */
final class ModeTables {

  private ModeTables() {}

  /** Adds what each mode moved. */
  static void moved(StringBuilder text, String title, Map<BenchMode, TransferCounts> modes) {
    line(text, "");
    line(text, "%-21s %15s %7s %15s %7s", title, "up, bytes", "copies", "down, bytes", "copies");
    modes.forEach(
        (mode, counts) ->
            line(
                text,
                "%-21s %,15d %7d %,15d %7d",
                mode,
                counts.uploadedBytes(),
                counts.uploadCopies(),
                counts.downloadedBytes(),
                counts.downloadCopies()));
  }

  /** Adds what each mode took, beside COPY_ALL if that is there. */
  static void times(StringBuilder text, String title, Map<BenchMode, Times> modes) {
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
    Times baseline = modes.get(BenchMode.COPY_ALL);
    modes.forEach(
        (mode, own) ->
            line(
                text,
                "%-21s %14s %12s %14s %12s %14s",
                mode,
                number(own.hostOverhead()),
                change(own, baseline, Times::hostOverhead),
                number(own.hostWall()),
                change(own, baseline, Times::hostWall),
                number(own.deviceWall())));
  }

  /** Returns how much more or less than COPY_ALL, where that can be said. */
  private static String change(
      Times own, @Nullable Times baseline, Function<Times, @Nullable Double> part) {
    Double value = part.apply(own);
    Double all = baseline == null ? null : part.apply(baseline);
    if (value == null || all == null || all == 0) {
      return "-";
    }
    return own == baseline
        ? "baseline"
        : String.format(Locale.ROOT, "%+.1f %%", (value / all - 1) * 100);
  }

  /** Returns microseconds, or a dash where there are none. */
  /** Returns how the modes followed each other on a device; see {@code ModeRuntime}. */
  static String order(DeviceInfo device) {
    return device.kind() == PlatformKind.SIMULATED
        ? "modes interleaved"
        : "one mode after the other";
  }

  static String number(@Nullable Double micros) {
    return micros == null ? "-" : String.format(Locale.ROOT, "%,.1f", micros);
  }

  static String copies(long count) {
    return count + (count == 1 ? " copy" : " copies");
  }

  static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
