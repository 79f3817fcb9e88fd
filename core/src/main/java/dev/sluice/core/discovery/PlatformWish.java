package dev.sluice.core.discovery;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A platform's name that was given outside the code. Immutable.
 *
 * @param givenBy what gave it: {@code system property sluice.platform}
 */
record PlatformWish(String name, String givenBy) {

  static final String PROPERTY = "sluice.platform";
  static final String VARIABLE = "SLUICE_PLATFORM";

  /**
   * Returns the name that the system property gives, else the environment; null where neither does.
   *
   * @throws PlatformException if the first that is there is blank
   */
  static @Nullable PlatformWish of(
      UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
    PlatformWish wish = wish(properties.apply(PROPERTY), "system property " + PROPERTY);
    return wish != null
        ? wish
        : wish(environment.apply(VARIABLE), "environment variable " + VARIABLE);
  }

  private static @Nullable PlatformWish wish(@Nullable String name, String givenBy) {
    if (name != null && name.isBlank()) {
      throw new PlatformException(
          ErrorDetail.remedy("name a platform there, or remove it"),
          "the " + givenBy + " is blank");
    }
    return name == null ? null : new PlatformWish(name, givenBy);
  }
}
