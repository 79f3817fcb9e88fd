package dev.sluice.cli;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.cli.bench.DecodeBench;
import dev.sluice.cli.bench.DecodeRequest;
import dev.sluice.cli.bench.DecodeResult;
import dev.sluice.cli.output.DecodeJson;
import dev.sluice.cli.output.DecodeTable;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.DecodeSteps;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Measures decoding. */
@Command(
    name = "decode",
    description = {
      "Makes steps of paged attention in each mode, with one more token for each sequence in each step;"
          + " checks every result, and prints what moved and what it cost, by step and altogether.",
      "On the platform sim, which is the default, no hardware is run."
    })
final class DecodeCommand implements Callable<Integer> {

  @Spec CommandSpec spec;
  @Mixin CaseOptions sizes;
  @Mixin PlatformOptions platform;
  @Mixin ProfileOption profile;
  @Mixin BenchOptions options;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "8",
      description = "Steps, that is tokens for each sequence (default: ${DEFAULT-VALUE}).")
  int steps;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description =
          "Blocks of each cache (default: those of the case, and more if the steps need more).")
  @Nullable Integer blocks;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "bfloat16",
      converter = FloatType.class,
      description =
          "Element type of query and caches: float32, float16 or bfloat16 (default:"
              + " ${DEFAULT-VALUE}).")
  DataType type;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "" + AttentionData.SEED,
      description = "Seed of the data and of the tokens (default: ${DEFAULT-VALUE}).")
  long seed;

  @Override
  public Integer call() {
    options.requireAtLeast("--steps", 1, steps);
    if (blocks != null) {
      options.requireAtLeast("--blocks", 1, blocks);
    }
    DecodeRequest request =
        new DecodeRequest(
            withRoom(),
            type,
            seed,
            options.selection.modes(),
            steps,
            platform.name,
            profile.on(platform.name),
            options.callable(platform.name),
            options.isChecked());
    PrintWriter err = spec.commandLine().getErr();
    DecodeResult result;
    try (Progress progress = Progress.on(err)) {
      result = new DecodeBench(request, this::open, progress::say).run();
    }
    return report(result, options.format, spec.commandLine().getOut(), err);
  }

  /** Returns the case with room for the steps, before anything is made. */
  private AttentionCase withRoom() {
    try {
      return DecodeSteps.withRoom(sizes.chosen, seed, steps, blocks);
    } catch (RejectedCallException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Prints a result and returns the exit code: 1 where an output was wrong. */
  static int report(
      DecodeResult result, BenchOptions.Format format, PrintWriter out, PrintWriter err) {
    if (format == BenchOptions.Format.JSON) {
      out.println(DecodeJson.of(result));
    } else {
      out.print(DecodeTable.of(result));
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

  /** Reads an element type that attention computes with. */
  static final class FloatType implements ITypeConverter<DataType> {

    @Override
    public DataType convert(String text) {
      return Arrays.stream(DataType.values())
          .filter(DataType::isFloatingPoint)
          .filter(type -> written(type).equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + text
                          + "' is no type of query and caches; use "
                          + Arrays.stream(DataType.values())
                              .filter(DataType::isFloatingPoint)
                              .map(FloatType::written)
                              .collect(Collectors.joining(", "))));
    }

    private static String written(DataType type) {
      return type.name().toLowerCase(Locale.ROOT);
    }
  }
}
