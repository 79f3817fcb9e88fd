package dev.sluice.cli;

import dev.sluice.TransferMode;
import dev.sluice.cli.bench.BenchMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Modes as they are written on the command line: {@code skip-input-download}. */
final class Modes {

  private Modes() {}

  private static String written(Enum<?> mode) {
    return mode.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <M extends Enum<M>> M read(String text, String also, M[] modes) {
    return Arrays.stream(modes)
        .filter(mode -> written(mode).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no mode '"
                        + text
                        + "'; use "
                        + also
                        + Arrays.stream(modes)
                            .map(Modes::written)
                            .collect(Collectors.joining(", "))));
  }

  /** Reads one transfer mode. */
  static final class One implements ITypeConverter<TransferMode> {

    @Override
    public TransferMode convert(String text) {
      return read(text, "", TransferMode.values());
    }
  }

  /** One mode or all of them. No list, of which picocli would take the option several times. */
  record Selection(List<BenchMode> modes) {}

  /** Reads one mode of a bench or all of them. */
  static final class Several implements ITypeConverter<Selection> {

    @Override
    public Selection convert(String text) {
      BenchMode[] all = BenchMode.values();
      return new Selection(text.equals("all") ? List.of(all) : List.of(read(text, "all, ", all)));
    }
  }
}
