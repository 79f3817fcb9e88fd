package dev.sluice.cli.bench;

import java.util.Arrays;

/** The middle of several numbers. */
final class Median {

  private Median() {}

  /** Returns the middle one, or the mean of the middle two; the array stays as it is. */
  static double of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there is no median of nothing");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int upper = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
  }
}
