package dev.sluice.core.discovery;

import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** Says where classes and resources come from. Stateless. */
final class Origin {

  private static final String UNKNOWN = "an unknown place";

  private Origin() {}

  static PlatformEntry.Source of(Class<?> type) {
    return new PlatformEntry.Source(type.getName(), jarOf(type), versionOf(type));
  }

  /** Returns the jar or folder of a class. */
  static String jarOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null ? UNKNOWN : path(source.getLocation());
  }

  /** Returns the jar or folder that a resource of this name stands in. */
  static String jarOf(URL url, String resource) {
    String text = url.toString();
    if (!text.endsWith(resource)) {
      return text;
    }
    String root = text.substring(0, text.length() - resource.length());
    if (root.startsWith("jar:") && root.endsWith("!/")) {
      root = root.substring("jar:".length(), root.length() - "!/".length());
    }
    return path(root);
  }

  private static String path(URL url) {
    return path(url.toString());
  }

  private static String path(String url) {
    try {
      return Path.of(new URI(url)).toString();
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      return url; // a place that is no file, such as a jar inside a jar
    }
  }

  private static @Nullable String versionOf(Class<?> type) {
    ModuleDescriptor module = type.getModule().getDescriptor();
    if (module != null && module.rawVersion().isPresent()) {
      return module.rawVersion().get();
    }
    return type.getPackage().getImplementationVersion();
  }
}
