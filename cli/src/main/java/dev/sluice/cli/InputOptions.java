package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What a call on files reads and does not change: its IN arguments and its scalars. */
final class InputOptions {

  @Option(
      names = "--in",
      paramLabel = "NAME=FILE.npy",
      converter = NamedValue.Converter.class,
      description = "What an IN argument holds.")
  List<NamedValue> in = new ArrayList<>();

  @Option(
      names = "--scalar",
      paramLabel = "NAME=VALUE",
      converter = NamedValue.Converter.class,
      description = "A scalar; some have a default.")
  List<NamedValue> scalar = new ArrayList<>();
}
