package dev.sluice.core.discovery;

import dev.sluice.spi.DevicePlatform;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The service files that a class loader sees. {@code ServiceLoader} reads them too, but its errors
 * do not say which jar they are about. Immutable.
 */
final class ServiceFiles {

  static final String NAME = "META-INF/services/" + DevicePlatform.class.getName();

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** Provider class to the jar that names it first, in the order of {@code ServiceLoader}. */
  private final Map<String, String> jars = new LinkedHashMap<>();

  private final List<PlatformEntry> problems = new ArrayList<>();
  private boolean listed;

  private ServiceFiles() {}

  static ServiceFiles of(ClassLoader loader) {
    ServiceFiles files = new ServiceFiles();
    try {
      for (URL url : new LinkedHashSet<>(Collections.list(loader.getResources(NAME)))) {
        files.read(url);
      }
      files.listed = true;
    } catch (IOException | RuntimeException e) { // class loaders throw what they like
      files.problem(
          String.valueOf(loader),
          "its service files cannot be listed: " + OneLine.excerpt(e.toString()),
          e);
    }
    return files;
  }

  /** Returns whether all service files are known. */
  boolean isComplete() {
    return listed;
  }

  /** Returns the provider classes that the files name. */
  Set<String> providers() {
    return Collections.unmodifiableSet(jars.keySet());
  }

  /** Returns the jar or folder whose service file names a provider, or null. */
  @Nullable String jarNaming(String provider) {
    return jars.get(provider);
  }

  /** Returns the files that cannot be used. */
  List<PlatformEntry> problems() {
    return List.copyOf(problems);
  }

  private void read(URL url) {
    String jar = Origin.jarOf(url, NAME);
    try {
      Set<String> providers = providersIn(url);
      if (providers.isEmpty()) {
        problem(jar, "it names no class; name the platform's class in it, or remove it", null);
      }
      for (String provider : providers) {
        jars.putIfAbsent(provider, jar);
      }
    } catch (IOException e) {
      problem(jar, "it cannot be used: " + e.getMessage() + "; repair or rebuild the jar", e);
    }
  }

  private void problem(String jar, String because, @Nullable Exception cause) {
    problems.add(
        new PlatformEntry(
            null,
            null,
            0,
            new PlatformEntry.Source(NAME, jar, null),
            PlatformEntry.Verdict.refused(RefusalCode.SERVICE_FILE, because, cause)));
  }

  private static Set<String> providersIn(URL url) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false); // a cached jar would stay open, and hold its file
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int comment = line.indexOf('#');
        String name = (comment < 0 ? line : line.substring(0, comment)).trim();
        if (!name.isEmpty()) {
          names.add(checked(name));
        }
      }
    }
    return names;
  }

  private static String checked(String name) throws IOException {
    boolean legal =
        Character.isJavaIdentifierStart(name.codePointAt(0))
            && name.codePoints().allMatch(c -> c == '.' || isShownInNames(c));
    if (name.charAt(0) == BYTE_ORDER_MARK) {
      throw new IOException("it starts with a byte order mark, which Java takes for text");
    }
    if (!legal) {
      throw new IOException("the line '" + OneLine.excerpt(name) + "' is not the name of a class");
    }
    return name;
  }

  /** Java also takes control characters, and ignores them. */
  private static boolean isShownInNames(int c) {
    return Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
  }
}
