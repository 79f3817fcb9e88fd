package dev.sluice.sim.check;

import dev.sluice.tensor.ByteRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place where a kernel did not do what its callable declares of an argument, although every
 * access was allowed. Immutable.
 *
 * @param kind what was found
 * @param callable the callable's name
 * @param argument the argument's position, from 0
 * @param name the argument's name in the signature, or null
 * @param byteCount how many bytes it concerns; 0 where that is not known
 * @param rangeCount how many ranges these make
 * @param ranges the first of them, at most {@value #MOST_RANGES}, in bytes from the start of the
 *     tensor in row-major order; with as many ranges as this, they are all of them
 */
public record Finding(
    Kind kind,
    String callable,
    int argument,
    @Nullable String name,
    long byteCount,
    long rangeCount,
    List<ByteRange> ranges) {

  /** How many ranges a finding names. */
  public static final int MOST_RANGES = 16;

  /** What is found. */
  public enum Kind {
    /** Bytes of an OUT argument that the kernel left as they were. */
    UNWRITTEN(
        "the kernel left %s unwritten, of an argument that is only written",
        "write all of it, or declare it INOUT"),
    /** Bytes of an OUT argument that a kernel on buffers made from what was there before it. */
    MADE_FROM_BEFORE(
        "the kernel made %s from what was there before, of an argument that is only written",
        "declare it INOUT, or write it before reading it"),
    /** An OUT argument from whose contents a kernel on buffers made others, or failed. */
    READ_BEFORE(
        "other results depend on what was there before, of an argument that is only written",
        "declare it INOUT, or write it before reading it");

    private final String problem;
    private final String remedy;

    Kind(String problem, String remedy) {
      this.problem = problem;
      this.remedy = remedy;
    }
  }

  /** Copies the list. */
  public Finding {
    ranges = List.copyOf(ranges);
  }

  static Finding of(Kind kind, String callable, int argument, @Nullable String name, Ranges found) {
    return new Finding(
        kind, callable, argument, name, found.byteCount(), found.rangeCount(), found.first());
  }

  /** Returns the callable, the argument, what was found, and what to do. */
  @Override
  public String toString() {
    return "callable '"
        + callable
        + "', argument "
        + argument
        + (name == null ? "" : " '" + name + "'")
        + ": "
        + String.format(kind.problem, Ranges.describe(ranges, rangeCount, byteCount))
        + "; "
        + kind.remedy;
  }
}
