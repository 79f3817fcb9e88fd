package dev.sluice.core.discovery;

import dev.sluice.core.discovery.PlatformEntry.Verdict;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;

/** Turns what went wrong with a platform into a code and a sentence with a remedy. Stateless. */
final class Refusals {

  private Refusals() {}

  /**
   * Judges what a platform's code threw.
   *
   * @param otherwise the code where what it threw says nothing more
   * @param doing what it was asked for: {@code its probe}
   */
  static Verdict of(Throwable failure, RefusalCode otherwise, String doing) {
    Throwable cause = causeOf(failure);
    if (cause instanceof BoundedCall.TimedOut) {
      return refused(
          RefusalCode.TIMED_OUT,
          doing + " is too slow or hangs: " + cause.getMessage() + "; remove or repair the jar",
          cause);
    }
    if (cause instanceof ExceptionInInitializerError) {
      return refused(
          RefusalCode.NOT_CREATED,
          "its static initialiser threw " + textOf(cause.getCause()) + "; remove or repair the jar",
          cause);
    }
    if (failedBefore(cause)) {
      Throwable first = cause.getCause();
      return refused(
          RefusalCode.NOT_CREATED,
          "its static initialiser failed before in this process"
              + (first == null
                  ? ""
                  : " (" + OneLine.excerpt(String.valueOf(first.getMessage())) + ")")
              + "; remove or repair the jar",
          cause);
    }
    String missing = missingClass(cause);
    if (missing != null) {
      return refused(
          RefusalCode.CLASS_MISSING,
          "the class "
              + OneLine.excerpt(missing)
              + ", which it needs, is missing; put the jar that has it beside",
          cause);
    }
    if (cause instanceof LinkageError) {
      return refused(
          RefusalCode.INCOMPATIBLE,
          "it does not fit this core: "
              + textOf(cause)
              + "; use a jar built for this Sluice and this Java",
          cause);
    }
    return refused(
        otherwise, doing + " threw " + textOf(cause) + "; remove or repair the jar", cause);
  }

  /** Judges a class that could not be loaded, or could not be made by {@code ServiceLoader}. */
  static Verdict ofLoading(String provider, Throwable failure, ClassLoader loader) {
    if (failure instanceof LinkageError) {
      return of(failure, RefusalCode.INCOMPATIBLE, "loading it");
    }
    Class<?> type;
    try {
      type = Class.forName(provider, false, loader);
    } catch (ClassNotFoundException e) {
      return refused(
          RefusalCode.CLASS_MISSING,
          "the service file names it, but there is no such class; repair or rebuild the jar",
          failure);
    } catch (LinkageError e) {
      return of(e, RefusalCode.INCOMPATIBLE, "loading it");
    }
    if (DevicePlatform.class.isAssignableFrom(type)) {
      return refused(
          RefusalCode.NOT_CREATED,
          "it cannot be made: "
              + textOf(causeOf(failure))
              + "; give it a public class and"
              + " a public constructor without parameters",
          failure);
    }
    Class<?> copy = otherSpi(type);
    return refused(
        RefusalCode.NOT_A_PLATFORM,
        copy == null
            ? "it does not implement " + DevicePlatform.class.getName() + "; repair the jar"
            : "it implements another copy of the SPI, which another class loader took from "
                + Origin.jarOf(copy)
                + "; leave sluice-core out of the platform's jar and folder",
        failure);
  }

  static Verdict ofSpiVersion(int version) {
    return refused(
        RefusalCode.SPI_VERSION,
        "it was compiled for SPI version "
            + version
            + ", but this core takes 1 to "
            + SpiVersion.CURRENT
            + (version > SpiVersion.CURRENT
                ? "; use a newer sluice-core, or an older version of the platform"
                : "; let spiVersion() return SpiVersion.CURRENT"),
        null);
  }

  static Verdict refused(RefusalCode code, String because, @Nullable Throwable cause) {
    return Verdict.refused(code, because, cause);
  }

  private static String textOf(@Nullable Throwable thrown) {
    return OneLine.excerpt(String.valueOf(thrown));
  }

  private static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof ServiceConfigurationError && cause != null ? cause : failure;
  }

  /** The JVM throws the same where a class is missing. */
  private static boolean failedBefore(Throwable cause) {
    return cause instanceof NoClassDefFoundError
        && String.valueOf(cause.getMessage()).startsWith("Could not initialize");
  }

  private static @Nullable String missingClass(Throwable cause) {
    String message = cause.getMessage();
    boolean missing =
        cause instanceof ClassNotFoundException || cause instanceof NoClassDefFoundError;
    return missing && message != null ? message.replace('/', '.') : null;
  }

  private static @Nullable Class<?> otherSpi(@Nullable Class<?> type) {
    if (type == null || type.getName().equals(DevicePlatform.class.getName())) {
      return type;
    }
    for (Class<?> implemented : type.getInterfaces()) {
      Class<?> copy = otherSpi(implemented);
      if (copy != null) {
        return copy;
      }
    }
    return otherSpi(type.getSuperclass());
  }
}
