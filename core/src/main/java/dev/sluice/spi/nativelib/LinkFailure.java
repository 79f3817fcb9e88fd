package dev.sluice.spi.nativelib;

import dev.sluice.spi.DeviceFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says why the JVM did not load a library, and what to do. Stateless. */
final class LinkFailure {

  /** What is mapped into this process. */
  static final Path OWN_MAPS = Path.of("/proc/self/maps");

  /** The program loader of musl, in a process that it started. */
  private static final Pattern MUSL = Pattern.compile("\\S*/ld-musl-\\S*");

  private LinkFailure() {}

  /**
   * Returns the failure that an error of the loader means.
   *
   * @param musl the program loader of this process, if it is that of musl
   */
  static DeviceFailure explain(LibraryFile file, UnsatisfiedLinkError error, Optional<Path> musl) {
    String message = String.valueOf(error.getMessage());
    if (message.contains("already loaded in another classloader")) {
      return DeviceFailure.refused(
          file.description() + " is already loaded by another class loader of this process",
          "have one class loader load the platform's jar for all, such as that of the application"
              + " server, or restart the process where an application was deployed again");
    }
    if (musl.isPresent()) {
      return DeviceFailure.refused(
          file.description()
              + " needs the GNU C library, but this Java runs on musl ("
              + musl.get()
              + ")",
          "use a Linux with the GNU C library, and a Java that was built for it");
    }
    // What glibc says where mapping code is forbidden; a security policy says "Permission denied".
    if (message.contains("failed to map segment from shared object: Operation not permitted")) {
      return DeviceFailure.refused(
          file.description()
              + " cannot be run from the folder "
              + file.path().getParent()
              + ", which is on a file system mounted noexec",
          file.moving());
    }
    return DeviceFailure.failed(file.description() + " cannot be loaded: " + message, error)
        .withRemedy("see what it needs with: ldd " + file.path());
  }

  /** Returns the failure where Java was told to deny native access. */
  static DeviceFailure denied(LibraryFile file, Module module) {
    String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
    return DeviceFailure.refused(
        file.description() + " cannot be loaded: native access is denied to " + name,
        "start Java with --enable-native-access=" + name);
  }

  /** Returns the program loader of musl, if a process has it mapped. */
  static Optional<Path> muslIn(Path maps) {
    try {
      Matcher found = MUSL.matcher(Files.readString(maps, StandardCharsets.ISO_8859_1));
      return found.find() ? Optional.of(Path.of(found.group())) : Optional.empty();
    } catch (IOException e) { // no such list on this system; the loader's own message stands
      return Optional.empty();
    }
  }
}
