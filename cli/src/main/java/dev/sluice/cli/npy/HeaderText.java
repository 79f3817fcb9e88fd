package dev.sluice.cli.npy;

import dev.sluice.error.RejectedCallException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a header: a Python dictionary with the keys {@code descr}, {@code
 * fortran_order} and {@code shape}, each once, in any order, then white space. Confined to one
 * thread.
 *
 * <p>Of Python's notation it knows what NumPy writes: strings without escapes, {@code True}, {@code
 * False}, decimal numbers without sign, and tuples of them.
 */
final class HeaderText {

  /**
   * The values.
   *
   * @param extents not checked, but none is negative; empty for a single value
   */
  record Fields(String descr, boolean fortranOrder, long[] extents) {}

  private static final String SAVE_AGAIN = "save the array again with np.save";

  private final String text;
  private int at;

  private @Nullable String descr;
  private @Nullable Boolean fortranOrder;
  private long @Nullable [] extents;

  private HeaderText(String text) {
    this.text = text;
  }

  /**
   * Returns the values of a header.
   *
   * @param text one character for each byte
   * @throws RejectedCallException if it is anything else than such a dictionary
   */
  static Fields parse(String text) {
    return new HeaderText(text).dictionary();
  }

  private Fields dictionary() {
    expect('{');
    while (!accept('}')) {
      entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipSpace();
    if (at < text.length()) {
      throw broken("nothing behind the dictionary");
    }
    if (descr == null || fortranOrder == null || extents == null) {
      throw NpyRefusal.of(
          "the header has no key "
              + (descr == null ? "'descr'" : fortranOrder == null ? "'fortran_order'" : "'shape'"),
          SAVE_AGAIN);
    }
    return new Fields(descr, fortranOrder, extents);
  }

  private void entry() {
    String key = string("a key in quotes");
    expect(':');
    switch (key) {
      case "descr" -> {
        requireFirst(key, descr);
        descr = descr();
      }
      case "fortran_order" -> {
        requireFirst(key, fortranOrder);
        fortranOrder = truth();
      }
      case "shape" -> {
        requireFirst(key, extents);
        extents = tuple();
      }
      default ->
          throw NpyRefusal.of(
              "the header has the unknown key " + NpyRefusal.quoted(key), SAVE_AGAIN);
    }
  }

  private static void requireFirst(String key, @Nullable Object earlier) {
    if (earlier != null) {
      throw NpyRefusal.of("the header has the key '" + key + "' twice", SAVE_AGAIN);
    }
  }

  private String descr() {
    skipSpace();
    if (at < text.length() && (text.charAt(at) == '[' || text.charAt(at) == '(')) {
      throw NpyRefusal.of(
          "the element type is structured, but a tensor has one number for each element",
          "save each field by itself: np.save(file, np.ascontiguousarray(a['field']))");
    }
    return string("an element type in quotes");
  }

  private String string(String expected) {
    skipSpace();
    char quote = at < text.length() ? text.charAt(at) : 0;
    if (quote != '\'' && quote != '"') {
      throw broken(expected);
    }
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote) {
      char c = text.charAt(end);
      if (c < ' ' || c > '~' || c == '\\') {
        at = end;
        throw broken("a plain ASCII character");
      }
      end++;
    }
    if (end == text.length()) {
      throw broken("a string that ends");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private boolean truth() {
    skipSpace();
    for (String word : List.of("True", "False")) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("True");
      }
    }
    throw broken("True or False");
  }

  private long[] tuple() {
    List<Long> values = new ArrayList<>();
    expect('(');
    while (!accept(')')) {
      values.add(number());
      if (!accept(',')) {
        if (values.size() == 1) {
          throw broken("a comma, as in (3,)");
        }
        expect(')');
        break;
      }
    }
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private long number() {
    skipSpace();
    int start = at;
    if (at < text.length() && text.charAt(at) == '-') {
      throw NpyRefusal.of("the shape has a negative extent", SAVE_AGAIN);
    }
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start || (text.charAt(start) == '0' && at > start + 1)) {
      at = start;
      throw broken("a decimal number");
    }
    String digits = text.substring(start, at);
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw NpyRefusal.of(
          "the shape's extent " + NpyRefusal.quoted(digits) + " does not fit 64 bits", SAVE_AGAIN);
    }
  }

  private boolean accept(char c) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw broken("'" + c + "'");
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private RejectedCallException broken(String expected) {
    String found = at < text.length() ? NpyRefusal.quoted(text.substring(at)) : "its end";
    return NpyRefusal.of(
        "the header is not what np.save writes: at character "
            + at
            + ", "
            + expected
            + " was expected instead of "
            + found,
        SAVE_AGAIN);
  }
}
