package dev.sluice.bench;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs all benchmarks in five forks and prints each bar: the median of the forks with their spread,
 * the baseline of the same run, and whether it holds. The exit code is 0 also where one does not:
 * what a figure means is the reader's judgement.
 */
public final class Bars {

  private static final int FORKS = 5;
  private static final String GARBAGE = "gc.alloc.rate.norm";

  private final Map<String, RunResult> results = new HashMap<>();
  private final NativeCaller caller;

  private Bars(Collection<RunResult> all, NativeCaller caller) {
    this.caller = caller;
    for (RunResult result : all) {
      String name = result.getParams().getBenchmark();
      results.put(name.substring(name.lastIndexOf('.') + 1), result);
    }
  }

  /**
   * Runs everything.
   *
   * @param args {@code --json}, or nothing for a table
   */
  public static void main(String[] args) throws RunnerException, IOException, InterruptedException {
    boolean json = args.length == 1 && args[0].equals("--json");
    if (args.length > 0 && !json) {
      System.err.println("bench: use --json, or nothing");
      System.exit(2);
    }
    System.err.println(
        "bench: sixteen benchmarks in " + FORKS + " forks; this takes some nine minutes");
    String standIn = System.getProperty(StandInBench.FOLDER);
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("dev\\.sluice\\.bench\\..*")
                    .forks(FORKS)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.seconds(1))
                    .jvmArgs("-Xmx1g", "-XX:MaxDirectMemorySize=2g")
                    .jvmArgsAppend("-D" + StandInBench.FOLDER + "=" + standIn)
                    .addProfiler(GCProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    NativeCaller caller = NativeCaller.measure(Path.of(standIn), FORKS);
    List<Bar> bars = new Bars(results, caller).all();
    System.out.print(json ? json(bars) : table(bars));
  }

  private List<Bar> all() {
    return List.of(
        time("bound call, 3 host tensors of 1 KiB", "boundCall", 5_000),
        garbage("bound call, garbage", "boundCall", 1_024),
        time("registered.run, 3 host tensors of 1 KiB", "registeredRun", 8_000),
        garbage("registered.run, garbage", "registeredRun", 2_048),
        relative("64 MiB IN tensor, off-heap", "directIn", "bulkPut", 1.05),
        relative("64 MiB IN tensor, float[]", "heapIn", "bulkPut", 1.3),
        time("planning 8 arguments", "plan8", 500),
        relative("planning 256 arguments", "plan256", "plan8", 40),
        time("bound call, 8 device tensors", "boundCallOnDevice", 2_000),
        time("bound call, 8 managed tensors on the device", "boundCallManaged", 2_000),
        garbage("bound call, 8 managed tensors, garbage", "boundCallManaged", 500),
        time("planning 8 managed tensors", "planManaged8", 500),
        relative("planning 256 managed tensors", "planManaged256", "planManaged8", 40),
        paired("launch over 1 MiB, all checks", "scale", 1.05),
        paired("paged attention, small, all checks", "attention", 1.3),
        over("empty native call", "emptyNativeCall", caller.callNanos(), 60),
        over("bound run on the stand-in", "boundRunOnStandIn", caller.runNanos(), 25_000));
  }

  private Bar time(String name, String benchmark, double limitNanos) {
    double[] forks = times(benchmark);
    return new Bar(name, median(forks), min(forks), max(forks), "ns", null, limitNanos);
  }

  private Bar garbage(String name, String benchmark, double limitBytes) {
    double[] forks = secondary(benchmark, GARBAGE);
    return new Bar(name, median(forks), min(forks), max(forks), "bytes", null, limitBytes);
  }

  private double[] secondary(String benchmark, String result) {
    return results.get(benchmark).getBenchmarkResults().stream()
        .mapToDouble(fork -> fork.getSecondaryResults().get(result).getScore())
        .toArray();
  }

  /** Compares medians; the spread is that of the forks against the baseline's median. */
  private Bar relative(String name, String benchmark, String baseline, double limit) {
    double[] forks = times(benchmark);
    double base = median(times(baseline));
    return new Bar(
        name,
        median(forks) / base,
        min(forks) / base,
        max(forks) / base,
        "times " + baseline,
        base,
        limit);
  }

  /** Compares what runs by turns took in each fork, with checks and without. */
  private Bar paired(String name, String benchmark, double limit) {
    double[] checked = secondary(benchmark, "checked");
    double[] unchecked = secondary(benchmark, "unchecked");
    double[] ratios = new double[checked.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = checked[i] / unchecked[i];
    }
    return new Bar(name, median(ratios), min(ratios), max(ratios), "times unchecked", null, limit);
  }

  /** Takes off what the same native calls cost a program in C. */
  private Bar over(String name, String benchmark, double inC, double limitNanos) {
    double[] forks = times(benchmark);
    return new Bar(
        name,
        median(forks) - inC,
        min(forks) - inC,
        max(forks) - inC,
        "ns over C",
        inC,
        limitNanos);
  }

  private double[] times(String benchmark) {
    List<Double> forks = new ArrayList<>();
    for (BenchmarkResult fork : results.get(benchmark).getBenchmarkResults()) {
      forks.add(fork.getPrimaryResult().getScore());
    }
    return forks.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().skip(values.length / 2).findFirst().orElseThrow();
  }

  private static double min(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static String table(List<Bar> bars) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s %s, %d cores, median of %d forks%n%-42s %12s %25s %12s %-15s %s%n",
            System.getProperty("java.vm.name"),
            System.getProperty("java.version"),
            Runtime.getRuntime().availableProcessors(),
            FORKS,
            "",
            "value",
            "spread",
            "limit",
            "unit",
            "holds"));
    for (Bar bar : bars) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-42s %,12.2f %12s..%11s %,12.2f %-15s %s%n",
              bar.name(),
              bar.value(),
              String.format(Locale.ROOT, "%,.2f", bar.lowest()),
              String.format(Locale.ROOT, "%,.2f", bar.highest()),
              bar.limit(),
              bar.unit(),
              bar.holds() ? "yes" : "NO"));
    }
    return text.toString();
  }

  /** Returns one line of JSON. */
  static String json(List<Bar> bars) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode root = mapper.createObjectNode();
    root.put("schema", 1);
    for (Bar bar : bars) {
      root.withArray("bars")
          .addObject()
          .put("name", bar.name())
          .put("value", decimal(bar.value()))
          .put("unit", bar.unit())
          .put("baseline", decimal(bar.baseline()))
          .put("limit", decimal(bar.limit()))
          .put("holds", bar.holds());
    }
    return mapper.writeValueAsString(root) + "\n";
  }

  /** Three digits are more than the spread of any bar; a double would be written as 1.0E7. */
  private static @Nullable BigDecimal decimal(@Nullable Double value) {
    return value == null ? null : BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_EVEN);
  }
}
