package dev.sluice.cli;

import dev.sluice.TransferMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Transfer modes as they are written on the command line: {@code skip-input-download}. */
final class Modes {

  private Modes() {}

  private static String written(TransferMode mode) {
    return mode.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static TransferMode read(String text, String also) {
    return Arrays.stream(TransferMode.values())
        .filter(mode -> written(mode).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no mode '"
                        + text
                        + "'; use "
                        + also
                        + Arrays.stream(TransferMode.values())
                            .map(Modes::written)
                            .collect(Collectors.joining(", "))));
  }

  /** Reads one mode. */
  static final class One implements ITypeConverter<TransferMode> {

    @Override
    public TransferMode convert(String text) {
      return read(text, "");
    }
  }

  /** One mode or all of them. No list, of which picocli would take the option several times. */
  record Selection(List<TransferMode> modes) {}

  /** Reads one mode or all of them. */
  static final class Several implements ITypeConverter<Selection> {

    @Override
    public Selection convert(String text) {
      return new Selection(
          text.equals("all") ? List.of(TransferMode.values()) : List.of(read(text, "all, ")));
    }
  }
}
