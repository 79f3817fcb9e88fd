package dev.sluice.it.injection;

import dev.sluice.spi.DevicePlatform;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sees what the tests see, and {@link SecondPlatform}. */
final class SecondLoader {

  private SecondLoader() {}

  static URLClassLoader in(Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF").resolve("services"));
    Files.writeString(
        services.resolve(DevicePlatform.class.getName()), SecondPlatform.class.getName());
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, SecondLoader.class.getClassLoader());
  }
}
