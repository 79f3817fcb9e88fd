package dev.sluice.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What stands on the command line as {@code NAME=VALUE}. Immutable.
 *
 * @param name of an argument
 * @param value what follows the first equals sign
 */
record NamedValue(String name, String value) {

  /** Reads one. */
  static final class Converter implements ITypeConverter<NamedValue> {

    @Override
    public NamedValue convert(String text) {
      int equals = text.indexOf('=');
      if (equals < 1 || equals == text.length() - 1) {
        throw new TypeConversionException("'" + text + "' is not NAME=VALUE");
      }
      return new NamedValue(text.substring(0, equals), text.substring(equals + 1));
    }
  }
}
