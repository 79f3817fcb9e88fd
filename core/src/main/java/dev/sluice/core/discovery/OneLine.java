package dev.sluice.core.discovery;

import java.util.regex.Pattern;

/**
 * Makes text of a platform's own, or of its jar's, fit for one line of a list: it could steer a
 * terminal, look like another entry, or hide the list behind its length. Stateless.
 */
final class OneLine {

  /** Controls, also those of eight bits; what turns the direction of writing; line separators. */
  private static final Pattern UNFIT = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  /** Characters of what somebody else wrote that a sentence repeats. */
  private static final int EXCERPT_LENGTH = 300;

  private OneLine() {}

  /** Returns the text with a space for whatever is not fit to be shown. */
  static String of(String text) {
    return UNFIT.matcher(text).replaceAll(" ");
  }

  /** Returns the same of a text that may be of any length, cut where it is too long. */
  static String excerpt(String text) {
    if (text.length() <= EXCERPT_LENGTH) {
      return of(text);
    }
    boolean splits = Character.isHighSurrogate(text.charAt(EXCERPT_LENGTH - 1));
    return of(text.substring(0, splits ? EXCERPT_LENGTH - 1 : EXCERPT_LENGTH)) + "...";
  }
}
