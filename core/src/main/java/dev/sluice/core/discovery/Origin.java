package dev.sluice.core.discovery;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** Says where classes and resources come from. Stateless. */
final class Origin {

  private static final String UNKNOWN = "an unknown place";

  private Origin() {}

  static PlatformEntry.Source of(Class<?> type) {
    String jar = jarOf(type);
    return new PlatformEntry.Source(type.getName(), jar, versionOf(type, jar));
  }

  /** Returns the source of a class that is not loaded. */
  static PlatformEntry.Source of(String provider, String jar) {
    return new PlatformEntry.Source(provider, jar, manifestVersion(jar));
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

  private static @Nullable String versionOf(Class<?> type, String jar) {
    ModuleDescriptor module = type.getModule().getDescriptor();
    if (module != null && module.rawVersion().isPresent()) {
      return module.rawVersion().get();
    }
    String version = type.getPackage().getImplementationVersion();
    return version == null ? manifestVersion(jar) : version; // packages of modules have none
  }

  private static @Nullable String manifestVersion(String jar) {
    if (!jar.endsWith(".jar") || !new File(jar).isFile()) {
      return null;
    }
    try (JarFile file = new JarFile(jar)) {
      Manifest manifest = file.getManifest();
      return manifest == null
          ? null
          : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    } catch (IOException e) {
      return null; // a version is for people; the entry tells what the jar is good for
    }
  }
}
