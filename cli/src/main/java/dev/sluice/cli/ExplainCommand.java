package dev.sluice.cli;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.cli.workload.PagedAttentionKernel;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints transfer plans. */
@Command(
    name = "explain",
    description = "Prints what a run would move, and why, without running it.",
    subcommands = ExplainCommand.PagedAttentionCommand.class)
final class ExplainCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a workload is missing");
  }

  /** Prints the plan of paged attention. */
  @Command(
      name = "paged-attention",
      description =
          "Prints the plan of paged attention: every argument, and what COPY_ALL would move.")
  static final class PagedAttentionCommand implements Callable<Integer> {

    @Spec CommandSpec spec;
    @Mixin CaseOptions sizes;
    @Mixin PlatformOptions platform;
    @Mixin ModeOption mode;

    @Override
    public Integer call() {
      AttentionData data = AttentionData.sizesOnly(sizes.chosen);
      TransferPlan plan = plan(mode.chosen, data);
      TransferPlan all = plan(TransferMode.COPY_ALL, data);
      PrintWriter out = spec.commandLine().getOut();
      out.printf(Locale.ROOT, "platform %s, case %s%n", platform.name, sizes.chosen.name());
      out.print(plan.explain());
      out.printf(
          Locale.ROOT,
          "  COPY_ALL would move %,d bytes up in %d copies, %,d bytes down in %d copies%n",
          all.uploadBytes(),
          all.uploadCopies(),
          all.downloadBytes(),
          all.downloadCopies());
      out.flush();
      return 0;
    }

    private TransferPlan plan(TransferMode planned, AttentionData data) {
      try (DeviceRuntime runtime = platform.open(planned)) {
        return runtime.explain(
            PagedAttention.callable(platform.name, new PagedAttentionKernel()), data.args());
      }
    }
  }
}
