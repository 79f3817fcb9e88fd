package dev.sluice.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The jars of a folder, in the order of their names, over the command's own class path. */
final class PlatformPath {

  private final List<Path> jars;

  private PlatformPath(List<Path> jars) {
    this.jars = jars;
  }

  /**
   * Looks into a folder.
   *
   * @param warnings is told about files that end in .jar and are none
   * @throws IllegalArgumentException if there is no such folder, or no jar in it
   */
  static PlatformPath of(Path folder, Consumer<String> warnings) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "'" + folder + "' is " + (Files.exists(folder) ? "not a folder" : "missing"));
    }
    if (folder.toAbsolutePath().toUri().toString().contains("!/")) {
      throw new IllegalArgumentException(
          "'"
              + folder
              + "' lies in a folder whose name ends in '!', where Java cannot read jars; rename that folder");
    }
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path file : files) {
        if (isZip(file, warnings)) {
          jars.add(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("'" + folder + "' cannot be read: " + e.getMessage(), e);
    }
    if (jars.isEmpty()) {
      throw new IllegalArgumentException("'" + folder + "' has no jar");
    }
    jars.sort(null);
    return new PlatformPath(jars);
  }

  /** A class loader says nothing about such a file: its classes are just not there. */
  private static boolean isZip(Path file, Consumer<String> warnings) {
    if (!Files.isRegularFile(file)) { // opening a pipe would wait for its other end
      warnings.accept(file + " is left out, it is not a file");
      return false;
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return zip.size() > 0;
    } catch (ZipException e) {
      warnings.accept(file + " is left out, it is not a jar: " + e.getMessage());
    } catch (IOException e) {
      warnings.accept(file + " is left out, it cannot be read: " + e.getMessage());
    }
    return false;
  }

  /** Returns a class loader for the jars, to be closed. */
  URLClassLoader open() {
    URL[] urls =
        jars.stream()
            .map(
                jar -> {
                  try {
                    return jar.toUri().toURL();
                  } catch (MalformedURLException e) {
                    throw new IllegalStateException(e); // files have URLs
                  }
                })
            .toArray(URL[]::new);
    return new URLClassLoader("platform-path", urls, Main.class.getClassLoader());
  }
}
