package dev.sluice.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.a5.A5Platform;
import dev.sluice.it.jvm.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application, our jars and a platform in one jar. */
class FatJarTest {

  private static final String LOST =
      "refused (SERVICE_FILE_LOST): its class is there, but no"
          + " META-INF/services/dev.sluice.spi.DevicePlatform names it: a tool that merged several"
          + " jars into one kept the service file of one of them only; merge them"
          + " (maven-shade-plugin: add ServicesResourceTransformer)";

  @TempDir private Path folder;

  /** Puts all jars into one, with this service file or none. */
  private Path fatJar(List<String> providers, String more) throws IOException {
    String parts = String.join(File.pathSeparator, more, ChildJvm.jars());
    Path fat = folder.resolve("fat.jar");
    Set<String> names = new HashSet<>();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(fat))) {
      for (String part : parts.split(File.pathSeparator)) {
        if (Files.isDirectory(Path.of(part))) {
          addAll(Path.of(part), out, names);
        } else {
          try (FileSystem jar = FileSystems.newFileSystem(Path.of(part))) {
            addAll(jar.getPath("/"), out, names);
          }
        }
      }
      if (!providers.isEmpty()) {
        out.putNextEntry(new JarEntry(PlatformJar.SERVICE_FILE));
        out.write(String.join("\n", providers).getBytes(StandardCharsets.UTF_8));
      }
    }
    return fat;
  }

  private static void addAll(Path root, JarOutputStream out, Set<String> names) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      String name = root.relativize(file).toString().replace(File.separatorChar, '/');
      boolean left =
          name.equals(PlatformJar.SERVICE_FILE)
              || name.equals("META-INF/MANIFEST.MF")
              || name.endsWith("module-info.class");
      if (!left && names.add(name)) {
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = Files.newInputStream(file)) {
          in.transferTo(out);
        }
      }
    }
  }

  private List<String> printed(String... providers) throws IOException, InterruptedException {
    return new Lister(folder)
        .onClassPath(
            fatJar(List.of(providers), PlatformJar.of(folder, "acme").build().toString())
                .toString());
  }

  @Test
  void with_merged_service_files_all_platforms_are_found()
      throws IOException, InterruptedException {
    assertThat(printed("acme.Provider", "dev.sluice.sim.SimPlatform"))
        .containsExactly(
            "fat.jar null acme: usable",
            "fat.jar null sim: usable",
            "by name: sim:0",
            "by the rules: acme:0: the device cannot be opened: this is a toy; play with another");
  }

  @Test
  void a_service_file_that_another_one_replaced_is_recognised()
      throws IOException, InterruptedException {
    assertThat(printed("acme.Provider"))
        .hasSize(4)
        .startsWith("fat.jar null acme: usable", "fat.jar null sim: " + LOST)
        .element(2)
        .asString()
        .startsWith("by name: sim: the platform is " + LOST + "; found: acme (HARDWARE, ");
  }

  @Test
  void the_ascend_platforms_are_recognised_too() throws IOException, InterruptedException {
    String parts = ChildJvm.path(A2a3Platform.class, A5Platform.class);
    Path fat = fatJar(List.of("dev.sluice.sim.SimPlatform"), parts);

    assertThat(new Lister(folder).onClassPath(fat.toString()))
        .contains(
            "fat.jar null sim: usable", "fat.jar null a2a3: " + LOST, "fat.jar null a5: " + LOST);
  }

  @Test
  void service_files_that_are_all_lost_are_recognised() throws IOException, InterruptedException {
    assertThat(printed()).hasSize(3).startsWith("fat.jar null sim: " + LOST);
  }
}
