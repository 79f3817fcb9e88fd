package dev.sluice.core;

/** How many letters must be put in, left out or replaced to turn one name into another. */
final class EditDistance {

  private EditDistance() {}

  static int between(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column < above.length; column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] here = new int[above.length];
      here[0] = row;
      for (int column = 1; column < here.length; column++) {
        int replaced = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        int inOrOut = Math.min(above[column], here[column - 1]) + 1;
        here[column] = Math.min(above[column - 1] + replaced, inOrOut);
      }
      above = here;
    }
    return above[to.length()];
  }
}
