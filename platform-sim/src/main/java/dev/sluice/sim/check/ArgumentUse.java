package dev.sluice.sim.check;

/**
 * What a kernel did with one argument. Immutable.
 *
 * @param read whether it read something that it had not written before
 * @param written whether it wrote anything
 * @param writtenWhole whether it wrote everything
 */
public record ArgumentUse(boolean read, boolean written, boolean writtenWhole) {

  /** What is assumed where a kernel cannot be seen. */
  public static final ArgumentUse ANYTHING = new ArgumentUse(true, true, false);

  ArgumentUse and(ArgumentUse other) {
    return new ArgumentUse(
        read || other.read, written || other.written, writtenWhole && other.writtenWhole);
  }
}
