package dev.sluice.sim.check;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that runs copied for nothing: nothing is wrong, but less would do. Holds for all launches
 * so far of a callable, and only for these. Immutable.
 *
 * @param kind what is for nothing
 * @param callable the callable's name
 * @param argument the argument's position, from 0
 * @param name the argument's name in the signature, or null
 * @param launches how many launches it was found in, or, where it concerns all, how many there were
 * @param savedBytes how many bytes would not have been copied
 */
public record Lint(
    Kind kind,
    String callable,
    int argument,
    @Nullable String name,
    long launches,
    long savedBytes) {

  /** What is for nothing. */
  public enum Kind {
    /** An INOUT argument of which nothing was read before it was written, and all was written. */
    COULD_BE_OUT("is written whole and never read before; declare it OUT"),
    /** An INOUT argument that was never written. */
    COULD_BE_IN("is never written; declare it IN"),
    /** An argument that was uploaded and neither read nor written. */
    NEVER_TOUCHED("is uploaded and never touched; leave it out, or give it where it is used"),
    /** An IN argument that the device had already, byte by byte. */
    UPLOADED_AGAIN("is uploaded again unchanged; keep it in a device tensor or a managed one"),
    /** An INOUT argument that came down and went up again as it was. */
    CAME_BACK(
        "comes down and goes up again unchanged; keep it in a device tensor or a managed one");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }
  }

  /** Returns the callable, the argument, what is for nothing, what to do and what it saves. */
  @Override
  public String toString() {
    return "callable '"
        + callable
        + "', argument "
        + argument
        + (name == null ? "" : " '" + name + "'")
        + " "
        + kind.sentence
        + " (saves "
        + savedBytes
        + (savedBytes == 1 ? " byte in " : " bytes in ")
        + launches
        + (launches == 1 ? " launch)" : " launches)");
  }
}
