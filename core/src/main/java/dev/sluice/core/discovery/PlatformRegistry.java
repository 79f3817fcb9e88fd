package dev.sluice.core.discovery;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The platforms that a class loader sees, by name, and those that were refused, with the reason.
 * One broken jar never hides the others. Immutable.
 */
public final class PlatformRegistry {

  private final Map<String, DevicePlatform> platforms;
  private final List<String> refusals;

  private PlatformRegistry(Map<String, DevicePlatform> platforms, List<String> refusals) {
    this.platforms = platforms;
    this.refusals = refusals;
  }

  /** Looks for platforms; opens and probes none. */
  public static PlatformRegistry discover(ClassLoader loader) {
    Map<String, DevicePlatform> found = new LinkedHashMap<>();
    List<String> refused = new ArrayList<>();
    Iterator<DevicePlatform> providers =
        ServiceLoader.load(DevicePlatform.class, loader).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return new PlatformRegistry(found, refused);
        }
        DevicePlatform platform = providers.next();
        String problem = problemOf(platform, found);
        if (problem == null) {
          found.put(platform.name(), platform);
        } else {
          refused.add(platform.getClass().getName() + ": " + problem);
        }
      } catch (ServiceConfigurationError | LinkageError | RuntimeException broken) {
        String refusal = String.valueOf(broken);
        boolean stuck = !refused.isEmpty() && refusal.equals(refused.get(refused.size() - 1));
        if (stuck) { // the class loader itself is broken, not one provider
          return new PlatformRegistry(found, refused);
        }
        refused.add(refusal); // the iterator goes on behind the broken provider
      }
    }
  }

  private static @Nullable String problemOf(
      DevicePlatform platform, Map<String, DevicePlatform> found) {
    int version = platform.spiVersion();
    if (version < 1 || version > SpiVersion.CURRENT) {
      return "it was compiled for SPI version "
          + version
          + ", but this core takes 1 to "
          + SpiVersion.CURRENT;
    }
    DevicePlatform other = found.get(platform.name());
    return other == null
        ? null
        : "its name '" + platform.name() + "' is taken by " + other.getClass().getName();
  }

  /**
   * Returns the platform of a name.
   *
   * @throws PlatformException listing what was found and what was refused
   */
  public DevicePlatform named(String name) {
    DevicePlatform platform = platforms.get(name);
    if (platform == null) {
      throw new PlatformException(
          ErrorDetail.builder()
              .platform(name)
              .remedy("put the platform's jar on the class path or module path")
              .build(),
          "no platform of this name was found; found: "
              + (platforms.isEmpty() ? "none" : String.join(", ", platforms.keySet()))
              + refusals.stream().map(r -> "; refused: " + r).collect(Collectors.joining()));
    }
    return platform;
  }
}
