package dev.sluice.cli;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.cli.bench.AttentionBench;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.output.BenchJson;
import dev.sluice.cli.output.BenchTable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures workloads. */
@Command(
    name = "bench",
    description =
        "Measures a workload with host tensors in each transfer mode, and with managed ones.",
    subcommands = {BenchCommand.PagedAttentionCommand.class, DecodeCommand.class})
final class BenchCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a workload is missing");
  }

  /** Measures paged attention. */
  @Command(
      name = "paged-attention",
      description = {
        "Runs paged attention in each mode, checks every result, and prints what moved and what it cost.",
        "On the platform sim, which is the default, no hardware is run."
      })
  static final class PagedAttentionCommand implements Callable<Integer> {

    @Spec CommandSpec spec;
    @Mixin CaseOptions sizes;
    @Mixin PlatformOptions platform;
    @Mixin ProfileOption profile;
    @Mixin BenchOptions options;

    @Option(
        names = "--rounds",
        paramLabel = "N",
        defaultValue = "10",
        description = "Measured rounds (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
        names = "--warmup",
        paramLabel = "N",
        defaultValue = "2",
        description = "Rounds before them (default: ${DEFAULT-VALUE}).")
    int warmup;

    @Override
    public Integer call() {
      options.requireAtLeast("--rounds", 1, rounds);
      options.requireAtLeast("--warmup", 0, warmup);
      BenchRequest request =
          new BenchRequest(
              sizes.chosen,
              options.selection.modes(),
              rounds,
              warmup,
              platform.name,
              profile.on(platform.name),
              options.callable(platform.name),
              options.isChecked());
      PrintWriter err = spec.commandLine().getErr();
      BenchResult result;
      try (Progress progress = Progress.on(err)) {
        result = new AttentionBench(request, this::open, progress::say).run();
      }
      return report(result, options.format, spec.commandLine().getOut(), err);
    }

    /** Prints a result and returns the exit code: 1 where an output was wrong. */
    static int report(
        BenchResult result, BenchOptions.Format format, PrintWriter out, PrintWriter err) {
      if (format == BenchOptions.Format.JSON) {
        out.println(BenchJson.of(result));
      } else {
        out.print(BenchTable.of(result));
      }
      out.flush();
      result.modes().stream()
          .filter(mode -> mode.mismatch() != null)
          .forEach(mode -> err.println("sluice: " + mode.mode() + ": " + mode.mismatch()));
      return result.isGood() ? 0 : 1;
    }

    private DeviceRuntime open(TransferMode mode) {
      return platform.open(mode, profile.optionsFor(platform.name));
    }
  }
}
