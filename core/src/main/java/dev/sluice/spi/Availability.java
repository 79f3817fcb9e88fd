package dev.sluice.spi;

import org.jspecify.annotations.Nullable;

/**
 * Whether a platform can be used on this machine. Immutable.
 *
 * @param unavailableBecause a clause that says what is missing, or null where the platform can be
 *     used
 */
public record Availability(@Nullable String unavailableBecause) {

  private static final Availability AVAILABLE = new Availability(null);

  /** Returns that the platform can be used. */
  public static Availability available() {
    return AVAILABLE;
  }

  /** Returns that the platform cannot be used, and why. */
  public static Availability unavailable(String because) {
    return new Availability(because);
  }

  /** Returns whether the platform can be used. */
  public boolean isAvailable() {
    return unavailableBecause == null;
  }
}
