package dev.sluice.cli;

import dev.sluice.error.SluiceException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command {@code sluice}. Exit codes: 0, all is well; 1, a run failed or a result was wrong; 2,
 * the command line was wrong. Results go to standard output, everything else to standard error.
 */
@Command(
    name = "sluice",
    description =
        "Runs callables on accelerators, moving only the bytes that their directions require.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {BenchCommand.class, ExplainCommand.class},
    scope = ScopeType.INHERIT)
public final class Main implements Callable<Integer> {

  /** Finds the version in the jar. */
  static final class Version implements CommandLine.IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"sluice " + (version == null ? "(not from a jar)" : version)};
    }
  }

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  boolean stackTrace;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Log what each run does with each argument.")
  void verbose(boolean on) {
    if (on) {
      Logs.everything();
    }
  }

  @Spec CommandSpec spec;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode = run(out, err, args);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  /** Runs the command with its output where the caller wants it; returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    Main main = new Main();
    CommandLine command =
        new CommandLine(main)
            .setOut(out)
            .setErr(err)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(Main::wrongUsage)
            .setExecutionExceptionHandler(
                (failure, failed, parsed) -> main.failed(failure, failed));
    try {
      return command.execute(args);
    } catch (OutOfMemoryError e) {
      return main.failed(
          new IllegalStateException(
              "the machine's memory does not hold this case (" + e.getMessage() + ")", e),
          command);
    }
  }

  /** Without a command there is nothing to do. */
  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int wrongUsage(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println("sluice: " + problem.getMessage() + "; see '" + name + " --help'");
    return CommandLine.ExitCode.USAGE;
  }

  private int failed(Exception failure, CommandLine command) {
    PrintWriter err = command.getErr();
    String message =
        failure instanceof SluiceException || failure instanceof IllegalStateException
            ? failure.getMessage()
            : failure.toString();
    err.println("sluice: " + message);
    if (stackTrace) {
      failure.printStackTrace(err);
    }
    return CommandLine.ExitCode.SOFTWARE;
  }
}
