package dev.sluice.cli;

import dev.sluice.error.SluiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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
    subcommands = {
      RunCommand.class,
      AuditCommand.class,
      CallablesCommand.class,
      ExplainCommand.class,
      BenchCommand.class,
      PlatformsCommand.class,
      DoctorCommand.class
    },
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

  @Option(
      names = "--platform-path",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "Look for platforms in the jars of this folder too.")
  void platformPath(Path folder) {
    try {
      PlatformPath path =
          PlatformPath.of(folder, text -> spec.commandLine().getErr().println("sluice: " + text));
      platformJars = path.open();
      platformFolder = folder;
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new ParameterException(spec.commandLine(), "--platform-path: " + e.getMessage(), e);
    }
  }

  @Spec CommandSpec spec;

  private @Nullable URLClassLoader platformJars;
  private @Nullable Path platformFolder;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode = run(out, err, args);
    if (out.checkError()) { // a full disk, or a reader that has gone away
      err.println("sluice: standard output could not be written");
      exitCode = Math.max(exitCode, CommandLine.ExitCode.SOFTWARE);
    }
    System.exit(exitCode);
  }

  /** Runs the command with its output where the caller wants it; returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine command = command(out, err);
    try {
      return command.execute(args);
    } catch (OutOfMemoryError e) { // Errors do not reach the handlers
      err.println(
          "sluice: memory does not suffice for this case ("
              + e.getMessage()
              + "); raise it with SLUICE_JAVA_OPTIONS, for example -XX:MaxDirectMemorySize=16g");
      return CommandLine.ExitCode.SOFTWARE;
    } catch (Error e) {
      return command.<Main>getCommand().failed(e, command);
    } finally {
      command.<Main>getCommand().closePlatformJars();
    }
  }

  /** Returns the folder that was given for platforms, or null. */
  @Nullable Path platformFolder() {
    return platformFolder;
  }

  /** Returns the class loader that sees all platforms of this command. */
  ClassLoader platformLoader() {
    return platformJars == null ? Main.class.getClassLoader() : platformJars;
  }

  private void closePlatformJars() {
    if (platformJars != null) {
      try {
        platformJars.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static CommandLine command(PrintWriter out, PrintWriter err) {
    Main main = new Main();
    return new CommandLine(main)
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionExceptionHandler((failure, failed, parsed) -> main.failed(failure, failed));
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
    err.println("sluice: " + message(problem, command) + "; see '" + name + " --help'");
    return CommandLine.ExitCode.USAGE;
  }

  private static String message(ParameterException problem, CommandLine command) {
    if (problem instanceof UnmatchedArgumentException && !command.getSubcommands().isEmpty()) {
      return problem.getMessage()
          + "; use "
          + String.join(" or ", command.getSubcommands().keySet());
    }
    return problem.getMessage();
  }

  private int failed(Throwable failure, CommandLine command) {
    PrintWriter err = command.getErr();
    String message =
        failure instanceof SluiceException || failure instanceof UncheckedIOException
            ? failure.getMessage()
            : failure.toString();
    err.println("sluice: " + message);
    if (stackTrace) {
      failure.printStackTrace(err);
    }
    return CommandLine.ExitCode.SOFTWARE;
  }
}
