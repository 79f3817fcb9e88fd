package dev.sluice.cli;

import dev.sluice.DeviceCallable;
import dev.sluice.callables.CallableFolder;
import dev.sluice.cli.workload.PagedAttention;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the benches of all workloads take. */
final class BenchOptions {

  /** How results are printed. */
  enum Format {
    TABLE,
    JSON
  }

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "all",
      converter = Modes.Several.class,
      description =
          "all, copy-all, skip-input-download, gated or managed (default: ${DEFAULT-VALUE}).")
  Modes.Selection selection;

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

  /** Returns what runs between the transfers. */
  DeviceCallable callable(String platform) {
    if (folder == null) {
      return PagedAttention.callable(platform, kernel.kernel());
    }
    DeviceCallable packaged = CallableFolder.read(folder);
    if (!packaged.signature().equals(PagedAttention.SIGNATURE)) {
      throw new ParameterException(
          command.commandLine(),
          "--callable: "
              + packaged.name()
              + packaged.signature()
              + " does not take what paged attention takes, which is "
              + PagedAttention.SIGNATURE);
    }
    return packaged;
  }

  /** Returns whether there is a result to check. */
  boolean isChecked() {
    return folder != null || kernel == KernelChoice.JAVA;
  }

  void requireAtLeast(String option, int least, int given) {
    if (given < least) {
      throw new ParameterException(
          command.commandLine(), option + " is " + given + ", but must be at least " + least);
    }
  }
}
