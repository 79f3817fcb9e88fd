package dev.sluice.cli.npy;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Makes the exceptions of files that are refused. Stateless. */
final class NpyRefusal {

  /** Characters of a file's text that a message repeats. */
  private static final int QUOTED_LENGTH = 40;

  private NpyRefusal() {}

  static RejectedCallException of(String problem, String remedy) {
    return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
  }

  /** Returns the refusal with the file in front of its problem. */
  static RejectedCallException in(Path file, RejectedCallException refusal) {
    return new RejectedCallException(
        refusal.detail(), printable(file.toString()) + ": " + refusal.problem(), refusal);
  }

  static RejectedCallException unreadable(Path file, IOException cause) {
    return new RejectedCallException(
        ErrorDetail.remedy("check the path and its permissions"),
        printable(file.toString()) + ": " + describe(cause),
        cause);
  }

  /** Returns what happened, as a clause. */
  static String describe(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return failure instanceof AccessDeniedException
        ? "access is denied"
        : printable(failure.toString());
  }

  /** Returns the start of a text from a file in quotes, fit for a terminal. */
  static String quoted(String text) {
    return text.length() <= QUOTED_LENGTH
        ? '\'' + printable(text) + '\''
        : '\'' + printable(text.substring(0, QUOTED_LENGTH)) + "'...";
  }

  /** Returns a text on one line and without control characters, which could steer a terminal. */
  static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                shown.append(String.format("\\x%02x", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }
}
