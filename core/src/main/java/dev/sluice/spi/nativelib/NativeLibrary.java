package dev.sluice.spi.nativelib;

import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.elf.ElfHeader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Loads the JNI library of a platform, {@code libsluice_<platform>.so}. Stateless and thread-safe;
 * several processes may load at once.
 *
 * <p>Where the platform's option {@value #FILE_OPTION} names a file, that file is loaded. Otherwise
 * the library comes out of the platform's jar, where it is {@code
 * META-INF/native/linux-<architecture>/libsluice_<platform>.so}, and is kept in a folder that only
 * the user can enter: {@code <cache>/<SHA-256>/}, where the cache is the option {@value
 * #CACHE_OPTION}, else {@code $XDG_CACHE_HOME/sluice/native}, else {@code ~/.cache/sluice/native}.
 * What is kept there is compared with the jar before each load, and replaced where it differs.
 */
public final class NativeLibrary {

  /** The platform's option that names the library's file. */
  public static final String FILE_OPTION = "library";

  /** The platform's option that names the folder in which libraries of jars are kept. */
  public static final String CACHE_OPTION = "library-cache";

  private final Class<?> owner;
  private final String platform;
  private final Map<String, String> options;
  private final UnaryOperator<@Nullable String> environment;
  private final Machine machine;

  NativeLibrary(
      Class<?> owner,
      String platform,
      Map<String, String> options,
      UnaryOperator<@Nullable String> environment,
      Machine machine) {
    this.owner = owner;
    this.platform = platform;
    this.options = options;
    this.environment = environment;
    this.machine = machine;
  }

  /**
   * Loads the library of a platform. Loading the same file again does nothing; native methods stay
   * bound to the file that was loaded first.
   *
   * @param owner the class with the native methods; the library is in its jar
   * @param platform the platform's name
   * @param options what the device is opened with: {@link DeviceOptions#properties()}
   * @param systemLoad {@code path -> System.load(path)}, written in the owner itself: the JVM gives
   *     a library to the class loader, and asks for the rights of the module, of the class that
   *     calls
   * @return the file that was loaded
   * @throws DeviceFailure REFUSED with what to do, if there is no library for this machine, or it
   *     cannot be used here; FAILED, if it could not be read or kept, or the loader refused it for
   *     another reason
   */
  public static Path load(
      Class<?> owner, String platform, Map<String, String> options, Consumer<String> systemLoad) {
    return new NativeLibrary(owner, platform, options, System::getenv, Machine.current())
        .load(systemLoad);
  }

  Path load(Consumer<String> systemLoad) {
    LibraryFile file = find();
    requireFor(machine, file);
    try {
      systemLoad.accept(file.path().toString());
    } catch (UnsatisfiedLinkError e) {
      throw LinkFailure.explain(
          file, e, LinkFailure.muslIn(LinkFailure.OWN_MAPS), LinkFailure.OWN_MOUNTS);
    } catch (IllegalCallerException e) {
      throw LinkFailure.denied(file, owner.getModule());
    }
    return file.path();
  }

  private LibraryFile find() {
    String named = options.get(FILE_OPTION);
    return named == null ? fromJar() : named(path(FILE_OPTION, named));
  }

  private LibraryFile named(Path file) {
    if (!Files.isRegularFile(file)) {
      throw DeviceFailure.refused(
          "the native library " + file + " is not there, or is not a file",
          "correct the option " + option(FILE_OPTION) + ", or leave it out to use the jar's own");
    }
    return new LibraryFile(file, "the native library " + file, "move it to another file system");
  }

  private LibraryFile fromJar() {
    String name = "libsluice_" + platform + ".so";
    byte[] library = resource(name);
    String moving = "choose another folder with the option " + option(CACHE_OPTION);
    Path file = new LibraryCache(cacheFolder(), moving).keep(library, name);
    return new LibraryFile(file, "the native library " + file, moving);
  }

  private byte[] resource(String name) {
    String resource = machine.resource(name);
    try (InputStream stream = owner.getResourceAsStream(resource)) {
      if (stream == null) {
        throw noneFor(machine, name);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw DeviceFailure.failed("the native library " + resource + " cannot be read: " + e, e)
          .withRemedy("check the jar of the platform " + platform);
    }
  }

  private DeviceFailure noneFor(Machine wanted, String name) {
    String there =
        String.join(
            ", ",
            Machine.SUPPORTED.stream()
                .filter(known -> owner.getResource(known.resource(name)) != null)
                .map(Machine::toString)
                .toList());
    return DeviceFailure.refused(
        "the jar of the platform "
            + platform
            + " has no native library for "
            + wanted
            + "; it has "
            + (there.isEmpty() ? "none at all" : "one for " + there),
        "run on such a machine, or name a file with the option " + option(FILE_OPTION));
  }

  private static void requireFor(Machine machine, LibraryFile file) {
    byte[] start;
    try (InputStream stream = Files.newInputStream(file.path())) {
      start = stream.readNBytes(ElfHeader.BYTES);
    } catch (IOException e) {
      throw DeviceFailure.failed(file.description() + " cannot be read: " + e, e)
          .withRemedy("check its permissions");
    }
    String built = ElfHeader.of(start, file.description()).machineName();
    if (!built.equals(machine.architecture())) {
      throw DeviceFailure.refused(
          file.description() + " is for " + built + ", but this Java is for " + machine,
          "give one that was built for " + machine.architecture());
    }
  }

  private Path cacheFolder() {
    String chosen = options.get(CACHE_OPTION);
    if (chosen != null) {
      return path(CACHE_OPTION, chosen);
    }
    String cache = environment.apply("XDG_CACHE_HOME");
    // The XDG specification has relative paths ignored.
    boolean isUsable = cache != null && cache.startsWith("/");
    Path base = isUsable ? Path.of(cache) : home().resolve(".cache");
    return base.resolve("sluice").resolve("native");
  }

  private Path home() {
    String home = System.getProperty("user.home", "");
    if (!home.startsWith("/")) { // Java says "?" where the user has none
      throw DeviceFailure.refused(
          "the user has no home folder to keep the native library in (user.home is '" + home + "')",
          "choose a folder with the option " + option(CACHE_OPTION));
    }
    return Path.of(home);
  }

  private Path path(String option, String text) {
    try {
      if (!text.isBlank()) {
        return Path.of(text).toAbsolutePath().normalize();
      }
    } catch (InvalidPathException e) {
      throw notAPath(option, text);
    }
    throw notAPath(option, text);
  }

  private DeviceFailure notAPath(String option, String text) {
    return DeviceFailure.refused(
        "the option " + option + " is '" + text + "', which is not a path",
        "give " + option(option) + " an absolute path");
  }

  /** Returns the system property that sets an option; docs/configuration.md has the other ways. */
  private String option(String name) {
    return "sluice." + platform + "." + name;
  }
}
