package dev.sluice.cli;

import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.TransferMode;
import dev.sluice.cli.output.RunText;
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

/** Runs a callable on NumPy files: checks and opens them, runs, compares, writes. */
@Command(
    name = "run",
    description = {
      "Runs a callable on NumPy files and prints what was moved; 'sluice callables' lists them.",
      "Inputs stay as they are. On the platform sim, which is the default, no hardware is run."
    })
final class RunCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin PlatformOptions platform;
  @Mixin ModeOption mode;
  @Mixin ProfileOption profile;
  @Mixin CallableOptions callable;
  @Mixin InputOptions inputs;

  @Option(
      names = "--out",
      paramLabel = "NAME=FILE.npy",
      converter = NamedValue.Converter.class,
      description = "Where an OUT argument is written; a file that is there is replaced.")
  List<NamedValue> out = new ArrayList<>();

  @Option(
      names = "--inout",
      paramLabel = "NAME=IN.npy:OUT.npy",
      converter = NamedValue.Converter.class,
      description = "An INOUT argument: its contents before, and where the result is written.")
  List<NamedValue> inout = new ArrayList<>();

  @Option(
      names = "--expect",
      paramLabel = "NAME=FILE.npy",
      converter = NamedValue.Converter.class,
      description = "What an OUT or INOUT argument should be; if it is not, the exit code is 1.")
  List<NamedValue> expect = new ArrayList<>();

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      defaultValue = "0",
      description =
          "By how much a value may differ from the expected one (default: ${DEFAULT-VALUE}).")
  double tolerance;

  @Override
  public Integer call() {
    FileCallable chosen = callable.chosen();
    if (!(tolerance >= 0)) {
      throw wrong("--tolerance is " + tolerance + ", but must be at least 0");
    }
    if (tolerance > 0 && expect.isEmpty()) {
      throw wrong("--tolerance is given without --expect");
    }
    CallFiles files =
        new CallFiles(chosen, this::wrong, inputs.in, out, inout, inputs.scalar, expect);
    try (DeviceRuntime runtime = platform.open(mode.chosen, profile.optionsFor(platform.name))) {
      return run(
          runtime, chosen, FileCall.open(files, mode.chosen == TransferMode.COPY_ALL, tolerance));
    }
  }

  private int run(DeviceRuntime runtime, FileCallable chosen, FileCall call) {
    RunReport report = runtime.run(chosen.callable(platform.name), call.args());
    List<String> mismatches = call.mismatches();
    call.writeResults();

    PrintWriter output = spec.commandLine().getOut();
    output.print(RunText.of(runtime.device(), report));
    call.resultLines().forEach(output::println);
    output.flush();
    mismatches.forEach(line -> spec.commandLine().getErr().println("sluice: " + line));
    return mismatches.isEmpty() ? 0 : 1;
  }

  private ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
