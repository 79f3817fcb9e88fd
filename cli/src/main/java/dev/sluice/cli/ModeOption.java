package dev.sluice.cli;

import dev.sluice.TransferMode;
import picocli.CommandLine.Option;

/** Which transfer rule a run, or its plan, follows. */
final class ModeOption {

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "gated",
      converter = Modes.One.class,
      description = "copy-all, skip-input-download or gated (default: ${DEFAULT-VALUE}).")
  TransferMode chosen;
}
