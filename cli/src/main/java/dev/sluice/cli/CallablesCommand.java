package dev.sluice.cli;

import dev.sluice.cli.workload.BuiltIn;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists what {@link RunCommand} can run. */
@Command(
    name = "callables",
    description = "Lists the callables that 'sluice run' can run, with their signatures.")
final class CallablesCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (BuiltIn builtIn : BuiltIn.all()) {
      out.println(builtIn.name() + builtIn.signature());
      builtIn.description().forEach(line -> out.println("  " + line));
    }
    out.flush();
    return 0;
  }
}
