package dev.sluice.core;

import dev.sluice.PlatformKind;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.ThreadConfinement;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A platform that is to be opened, and what it says of itself: asked once, since it may answer
 * differently or fail the next time. Immutable.
 */
record ChosenPlatform(
    DevicePlatform platform, String name, PlatformKind kind, ThreadConfinement confinement) {

  /**
   * Asks a platform what it is.
   *
   * @throws PlatformException if it fails or gives nothing
   */
  static ChosenPlatform of(DevicePlatform platform) {
    return new ChosenPlatform(
        platform,
        ask(platform, "name()", platform::name),
        ask(platform, "kind()", platform::kind),
        ask(platform, "confinement()", platform::confinement));
  }

  /**
   * Requires that it can be used with these options.
   *
   * @throws PlatformException if it cannot, or fails when it is asked
   */
  void requireAvailable(DeviceOptions options) {
    Availability availability = ask(platform, "probe()", () -> platform.probe(options));
    if (!availability.isAvailable()) {
      throw new PlatformException(
          ErrorDetail.builder()
              .platform(name)
              .remedy("supply what it lacks, or choose another platform")
              .build(),
          "the platform cannot be used here: " + availability.unavailableBecause());
    }
  }

  private static <T> T ask(DevicePlatform platform, String what, Callable<@Nullable T> question) {
    try {
      return Objects.requireNonNull(question.call(), "it returned null");
    } catch (Throwable broken) { // the border to the platform's code
      throw new PlatformException(
          ErrorDetail.remedy("report it to the platform's author"),
          "the platform " + platform.getClass().getName() + " broke in its " + what + ": " + broken,
          broken);
    }
  }
}
