package dev.sluice.cli;

import dev.sluice.AuditReport;
import dev.sluice.AuditVerdict;
import dev.sluice.DeviceRuntime;
import dev.sluice.PlatformKind;
import dev.sluice.TransferMode;
import dev.sluice.cli.output.AuditJson;
import dev.sluice.cli.workload.FileCallable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Audits the declared directions of a callable on NumPy files; writes no file. */
@Command(
    name = "audit",
    description = {
      "Runs a callable several times on NumPy files and says of each argument whether its declared"
          + " direction is safe.",
      "The exit code is 0 where all are safe or merely wasteful, 1 where one is unsafe, and 3 where"
          + " none is unsafe, but one could not be judged."
    })
final class AuditCommand implements Callable<Integer> {

  /** How a report is printed. */
  enum Format {
    TEXT,
    JSON
  }

  private static final int CANNOT_TELL = 3;

  @Spec CommandSpec spec;
  @Mixin PlatformOptions platform;

  @Mixin CallableOptions callable;
  @Mixin InputOptions inputs;

  @Option(
      names = "--inout",
      paramLabel = "NAME=FILE.npy",
      converter = NamedValue.Converter.class,
      description = "What an INOUT argument holds before a run.")
  List<NamedValue> inout = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE}).")
  Format format;

  @Override
  public Integer call() {
    FileCallable chosen = callable.chosen();
    CallFiles files = CallFiles.toRead(chosen, this::wrong, inputs.in, inout, inputs.scalar);
    try (DeviceRuntime runtime = platform.open(TransferMode.GATED)) {
      AuditReport report =
          runtime.audit(chosen.callable(platform.name), FileCall.open(files, false, 0).args());
      print(runtime, report);
      return exitCode(report);
    }
  }

  private void print(DeviceRuntime runtime, AuditReport report) {
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.JSON) {
      out.println(AuditJson.of(report));
    } else {
      if (runtime.device().kind() == PlatformKind.SIMULATED) {
        out.println("on the simulator: no hardware was run");
      }
      out.print(report.explain());
    }
    out.flush();
  }

  private static int exitCode(AuditReport report) {
    if (report.has(AuditVerdict.UNSAFE)) {
      return 1;
    }
    return report.has(AuditVerdict.UNKNOWN) ? CANNOT_TELL : 0;
  }

  private ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
