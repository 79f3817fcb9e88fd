package dev.sluice.cli.workload;

import dev.sluice.tensor.HostTensor;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a result with its reference: each value within 1e-5 + 1e-3 times the reference's
 * magnitude. Immutable.
 */
public final class GoldenCheck {

  private static final double ABSOLUTE_TOLERANCE = 1e-5;
  private static final double RELATIVE_TOLERANCE = 1e-3;
  private static final int QUIET_NAN_BITS = 0x7FC0_0000;

  private final double[] reference;

  /** Makes a check against a reference, row-major. */
  public GoldenCheck(double[] reference) {
    this.reference = reference.clone();
  }

  /** Fills a FLOAT32 output with NaN, so that what a run leaves unwritten fails. */
  public static void poison(HostTensor output) {
    output.fillBits(QUIET_NAN_BITS);
  }

  /** Returns what is wrong with a result, or nothing if all of it is within the tolerance. */
  public Optional<String> mismatch(HostTensor result) {
    float[] values = new float[reference.length];
    result.read(0, values, 0, values.length);
    long wrong = 0;
    int first = -1;
    for (int i = 0; i < values.length; i++) {
      double tolerance = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * Math.abs(reference[i]);
      if (!(Math.abs(values[i] - reference[i]) <= tolerance)) { // so that NaN is wrong
        first = wrong++ == 0 ? i : first;
      }
    }
    return wrong == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%d of %d values are wrong, the first at element %d: %.9g instead of %.9g",
                wrong,
                values.length,
                first,
                values[first],
                reference[first]));
  }
}
