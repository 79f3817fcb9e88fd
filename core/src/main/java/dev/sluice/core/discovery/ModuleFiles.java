package dev.sluice.core.discovery;

import dev.sluice.spi.DevicePlatform;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.net.URLConnection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What module descriptors say of platforms. On the class path nobody reads them but this, so that a
 * jar which has no service file beside is not passed over in silence. Stateless.
 */
final class ModuleFiles {

  private static final String NAME = "module-info.class";

  /** Modules of the JDK, which provide no platform. */
  private static final String JDK_PROTOCOL = "jrt";

  private ModuleFiles() {}

  /** Returns the providers that modules name, with the jar or folder of each. */
  static Map<String, String> providers(ClassLoader loader) {
    Map<String, String> jars = new LinkedHashMap<>();
    for (URL url : descriptors(loader)) {
      for (String provider : providersIn(url)) {
        jars.putIfAbsent(provider, Origin.jarOf(url, NAME));
      }
    }
    return jars;
  }

  private static List<URL> descriptors(ClassLoader loader) {
    try {
      return Collections.list(loader.getResources(NAME)).stream()
          .filter(url -> !url.getProtocol().equals(JDK_PROTOCOL))
          .toList();
    } catch (IOException | RuntimeException e) {
      return List.of(); // a loader that finds nothing is told by its service files
    }
  }

  private static List<String> providersIn(URL url) {
    try {
      return descriptor(url).provides().stream()
          .filter(provides -> provides.service().equals(DevicePlatform.class.getName()))
          .flatMap(provides -> provides.providers().stream())
          .toList();
    } catch (IOException | RuntimeException e) {
      return List.of(); // what is wrong with a descriptor is of no account on the class path
    }
  }

  private static ModuleDescriptor descriptor(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false); // a cached jar would stay open, and hold its file
    try (InputStream in = connection.getInputStream()) {
      return ModuleDescriptor.read(in);
    }
  }
}
