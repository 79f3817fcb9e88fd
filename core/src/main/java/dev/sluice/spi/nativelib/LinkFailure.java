package dev.sluice.spi.nativelib;

import dev.sluice.spi.DeviceFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says why the JVM did not load a library, and what to do. Stateless. */
final class LinkFailure {

  /** What is mapped into this process. */
  static final Path OWN_MAPS = Path.of("/proc/self/maps");

  /** What is mounted where, as this process sees it. */
  static final Path OWN_MOUNTS = Path.of("/proc/self/mounts");

  /** The program loader of musl, in a process that it started. */
  private static final Pattern MUSL = Pattern.compile("\\S*/ld-musl-\\S*");

  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

  private LinkFailure() {}

  /**
   * Returns the failure that an error of the loader means.
   *
   * @param musl the program loader of this process, if it is that of musl
   * @param mounts the list of mounts: {@link #OWN_MOUNTS}
   */
  static DeviceFailure explain(
      LibraryFile file, UnsatisfiedLinkError error, Optional<Path> musl, Path mounts) {
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
    // What glibc says where mapping code is forbidden, by whatever; not every version says why.
    if (message.contains("failed to map segment from shared object")
        && isNoexec(file.path(), mounts)) {
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

  /** Returns whether code on the file system of a path may not be run. */
  private static boolean isNoexec(Path file, Path mounts) {
    String options = "";
    int depth = -1;
    for (String line : lines(mounts)) {
      String[] fields = line.split(" "); // device, place, type, options
      Path place = fields.length < 4 ? null : Path.of(unescaped(fields[1]));
      // Of two mounts at one place, the later hides the first.
      if (place != null && file.startsWith(place) && place.getNameCount() >= depth) {
        depth = place.getNameCount();
        options = fields[3];
      }
    }
    return List.of(options.split(",")).contains("noexec");
  }

  /** White space in a place is written as a backslash and three octal digits. */
  private static String unescaped(String place) {
    return ESCAPED
        .matcher(place)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 8))));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) { // no such list on this system; the loader's own message stands
      return List.of();
    }
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
