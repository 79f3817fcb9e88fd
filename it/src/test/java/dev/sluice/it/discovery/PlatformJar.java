package dev.sluice.it.discovery;

import dev.sluice.it.jvm.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The jar of a third party's platform, compiled as they would. Not thread-safe. */
final class PlatformJar {

  static final String SERVICE_FILE = "META-INF/services/dev.sluice.spi.DevicePlatform";

  private static final Path SPI_SOURCES =
      Path.of("..", "core", "src", "main", "java", "dev", "sluice", "spi");

  private static final String SOURCE =
      """
      package %1$s;

      import dev.sluice.PlatformKind;
      import dev.sluice.spi.*;

      public final class Provider implements DevicePlatform {
        @Override public String name() { return "%1$s"; }
        @Override public PlatformKind kind() { return PlatformKind.HARDWARE; }
        @Override public int spiVersion() { return SpiVersion.CURRENT; }
        @Override public DeviceContext open(DeviceOptions options) {
          throw DeviceFailure.refused("this is a toy", "play with another");
        }
        // more
      }
      """;

  private final Path folder;
  private final String name;
  private final Map<String, String> sources = new TreeMap<>();
  private final List<String> services = new ArrayList<>();
  private final List<Path> before = new ArrayList<>();
  private boolean module;

  private PlatformJar(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /**
   * Returns a platform that is in order, except that its device does not open.
   *
   * @param name of platform, package, module and jar
   */
  static PlatformJar of(Path folder, String name) {
    PlatformJar jar = new PlatformJar(folder, name);
    jar.sources.put(name + "/Provider.java", SOURCE.formatted(name));
    jar.services.add(name + ".Provider");
    return jar;
  }

  /** Adds members to the provider. */
  PlatformJar with(String members) {
    return replacing("// more", members + "\n  // more");
  }

  /** Changes the provider's source. */
  PlatformJar replacing(String text, String by) {
    String file = name + "/Provider.java";
    String source = sources.get(file);
    if (source == null || !source.contains(text)) {
      throw new IllegalArgumentException("'" + text + "' is not in " + source);
    }
    sources.put(file, source.replace(text, by));
    return this;
  }

  /** Names another class in the service file. */
  PlatformJar naming(String provider) {
    services.add(provider);
    return this;
  }

  /** Compiles against these classes before all others. */
  PlatformJar against(Path classes) {
    before.add(classes);
    return this;
  }

  /** Makes it a named module. */
  PlatformJar asModule() {
    module = true;
    sources.put(
        "module-info.java",
        "module %1$s { requires dev.sluice.core; provides dev.sluice.spi.DevicePlatform with %1$s.Provider; }"
            .formatted(name));
    return this;
  }

  /** Leaves the service file out. */
  PlatformJar withoutServiceFile() {
    services.clear();
    return this;
  }

  /** Compiles a copy of the SPI whose sources were changed, and returns the classes. */
  static Path spi(Path folder, Map<String, String> changes) throws IOException {
    List<Path> copies = new ArrayList<>();
    List<Path> originals;
    try (Stream<Path> files = Files.list(SPI_SOURCES)) {
      originals = files.filter(Files::isRegularFile).toList(); // not what stands above the SPI
    }
    Path target = Files.createDirectories(folder.resolve("src"));
    int changed = 0;
    for (Path file : originals) {
      String source = Files.readString(file);
      for (Map.Entry<String, String> change : changes.entrySet()) {
        if (source.contains(change.getKey())) {
          source = source.replace(change.getKey(), change.getValue());
          changed++;
        }
      }
      copies.add(Files.writeString(target.resolve(file.getFileName()), source));
    }
    if (changed != changes.size()) {
      throw new IllegalArgumentException("the SPI does not say all of " + changes.keySet());
    }
    return new ChildJvm(folder)
        .compile(List.of("-Xlint:none", "--class-path", ChildJvm.jarsToCompileWith()), copies);
  }

  /** Compiles it and returns the jar. */
  Path build() throws IOException {
    Path work = Files.createTempDirectory(folder, name);
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = work.resolve("src").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      files.add(Files.writeString(file, source.getValue()));
    }
    StringBuilder path = new StringBuilder();
    before.forEach(classes -> path.append(classes).append(File.pathSeparator));
    path.append(ChildJvm.jarsToCompileWith());
    Path classes =
        new ChildJvm(work)
            .compile(List.of(module ? "--module-path" : "--class-path", path.toString()), files);
    Path jar = folder.resolve(name + ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path file : compiled.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(
            new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, entries);
      }
      if (!services.isEmpty()) {
        entries.putNextEntry(new JarEntry(SERVICE_FILE));
        entries.write((String.join("\n", services) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }
}
