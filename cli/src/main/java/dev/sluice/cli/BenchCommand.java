package dev.sluice.cli;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.callables.CallableFolder;
import dev.sluice.cli.bench.AttentionBench;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.output.BenchJson;
import dev.sluice.cli.output.BenchTable;
import dev.sluice.cli.workload.PagedAttention;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures workloads. */
@Command(
    name = "bench",
    description = "Measures a workload under several transfer modes.",
    subcommands = BenchCommand.PagedAttentionCommand.class)
final class BenchCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a workload is missing");
  }

  /** How results are printed. */
  enum Format {
    TABLE,
    JSON
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

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        defaultValue = "all",
        converter = Modes.Several.class,
        description =
            "all, copy-all, skip-input-download, gated or managed (default: ${DEFAULT-VALUE}).")
    Modes.Selection selection;

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

    @Option(
        names = "--kernel",
        paramLabel = "KERNEL",
        defaultValue = "java",
        description =
            "java, or none to measure the transfers alone, without a result to check (default:"
                + " ${DEFAULT-VALUE}).")
    KernelChoice kernel;

    @Option(
        names = "--callable",
        paramLabel = "FOLDER",
        description = "Run this packaged callable, for hardware, instead of the Java kernel.")
    @Nullable Path folder;

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        defaultValue = "table",
        description = "table or json (default: ${DEFAULT-VALUE}).")
    Format format;

    @Override
    public Integer call() {
      requireAtLeast("--rounds", 1, rounds);
      requireAtLeast("--warmup", 0, warmup);
      BenchRequest request =
          new BenchRequest(
              sizes.chosen,
              selection.modes(),
              rounds,
              warmup,
              platform.name,
              profile.on(platform.name),
              callable(),
              folder != null || kernel == KernelChoice.JAVA);
      PrintWriter err = spec.commandLine().getErr();
      BenchResult result;
      try (Progress progress = Progress.on(err)) {
        result = new AttentionBench(request, this::open, progress::say).run();
      }
      return report(result, format, spec.commandLine().getOut(), err);
    }

    /** Prints a result and returns the exit code: 1 where an output was wrong. */
    static int report(BenchResult result, Format format, PrintWriter out, PrintWriter err) {
      if (format == Format.JSON) {
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

    private DeviceCallable callable() {
      if (folder == null) {
        return PagedAttention.callable(platform.name, kernel.kernel());
      }
      DeviceCallable packaged = CallableFolder.read(folder);
      if (!packaged.signature().equals(PagedAttention.SIGNATURE)) {
        throw new ParameterException(
            spec.commandLine(),
            "--callable: "
                + packaged.name()
                + packaged.signature()
                + " does not take what paged attention takes, which is "
                + PagedAttention.SIGNATURE);
      }
      return packaged;
    }

    private void requireAtLeast(String option, int least, int given) {
      if (given < least) {
        throw new ParameterException(
            spec.commandLine(), option + " is " + given + ", but must be at least " + least);
      }
    }
  }
}
