package dev.sluice.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.spi.DeviceFailure;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finding, keeping and loading a library; it is loaded in name only, by a loader that notes it. */
class NativeLibraryTest {

  private static final Machine X86_64 = new Machine("linux", "x86_64");
  private static final int EM_X86_64 = 62;
  private static final int EM_AARCH64 = 183;

  @TempDir private Path folder;
  private final List<String> loaded = new ArrayList<>();
  private Path jar;
  private Path cache;
  private Class<?> owner;

  /** The class with the native methods, in a class loader that has resources of its own. */
  public static final class Owner {}

  @BeforeEach
  void makeJar() throws Exception {
    jar = folder.resolve("jar");
    cache = folder.resolve("cache");
    writeInJar("x86_64", library(EM_X86_64, 1));
    String file = Owner.class.getName().replace('.', '/') + ".class";
    Path copy = jar.resolve(file);
    Files.createDirectories(copy.getParent());
    Files.write(copy, Owner.class.getResourceAsStream("/" + file).readAllBytes());
    owner =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, null).loadClass(Owner.class.getName());
  }

  private static byte[] library(int machine, int content) {
    byte[] bytes = Arrays.copyOf(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 100);
    bytes[16] = 3; // ET_DYN
    bytes[18] = (byte) machine;
    bytes[20] = 1; // version
    bytes[99] = (byte) content;
    return bytes;
  }

  private void writeInJar(String architecture, byte[] library) throws IOException {
    Path at = jar.resolve("META-INF/native/linux-" + architecture);
    Files.createDirectories(at);
    Files.write(at.resolve("libsluice_npu.so"), library);
  }

  private Path load(Map<String, String> options, Machine machine) {
    return new NativeLibrary(owner, "npu", options, name -> null, machine).load(loaded::add);
  }

  private Path load() {
    return load(Map.of("library-cache", cache.toString()), X86_64);
  }

  private DeviceFailure refusal(Map<String, String> options, Machine machine) {
    return catchThrowableOfType(DeviceFailure.class, () -> load(options, machine));
  }

  private DeviceFailure refusal() {
    return refusal(Map.of("library-cache", cache.toString()), X86_64);
  }

  @Test
  void the_jars_library_is_kept_under_its_hash_where_only_the_user_can_enter() throws IOException {
    Path file = load();

    assertThat(loaded).containsExactly(file.toString());
    assertThat(file).hasBinaryContent(library(EM_X86_64, 1)).hasFileName("libsluice_npu.so");
    assertThat(file.getParent().getFileName().toString()).matches("[0-9a-f]{64}");
    for (Path made : List.of(cache, file.getParent())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
          .isEqualTo("rwx------");
    }
    try (Stream<Path> all = Files.list(file.getParent())) {
      assertThat(all).containsExactly(file);
    }
  }

  @Test
  void a_library_that_is_kept_is_used_again_and_another_version_stands_beside_it()
      throws IOException {
    Path first = load();
    Object written = Files.getAttribute(first, "unix:ino");

    assertThat(load()).isEqualTo(first);
    assertThat(Files.getAttribute(first, "unix:ino")).isEqualTo(written);
    writeInJar("x86_64", library(EM_X86_64, 2));
    assertThat(load()).isNotEqualTo(first).hasBinaryContent(library(EM_X86_64, 2));
    assertThat(first).exists();
  }

  @Test
  void what_was_changed_in_the_cache_is_replaced_before_it_is_loaded() throws IOException {
    Path file = load();
    Files.write(file, library(EM_X86_64, 9));
    assertThat(load()).hasBinaryContent(library(EM_X86_64, 1));

    Path elsewhere = Files.write(folder.resolve("elsewhere"), library(EM_X86_64, 1));
    Files.delete(file);
    Files.createSymbolicLink(file, elsewhere);
    assertThat(Files.isSymbolicLink(load())).isFalse();
    assertThat(elsewhere).exists();
  }

  @Test
  void a_cache_that_others_can_enter_is_refused() throws IOException {
    Files.createDirectory(
        cache, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxr-xr-x"));

    DeviceFailure failure = refusal();

    assertThat(failure.problem())
        .isEqualTo(
            "the folder "
                + cache
                + ", in which the native library is kept, has permissions rwxr-xr-x, not rwx------");
    assertThat(failure.remedy())
        .isEqualTo(
            "see who wrote there, then: chmod 700 "
                + cache
                + "; or choose another folder with the option sluice.npu.library-cache");
    assertThat(loaded).isEmpty();
  }

  @Test
  void a_cache_that_is_a_file_is_refused() throws IOException {
    Files.createFile(cache);

    DeviceFailure failure = refusal();

    assertThat(failure.problem())
        .startsWith("the native library cannot be kept in " + cache + ": ")
        .contains("FileAlreadyExists");
    assertThat(failure.remedy())
        .isEqualTo("choose another folder with the option sluice.npu.library-cache");
  }

  @Test
  void a_file_that_is_named_goes_first() throws IOException {
    Path named = Files.write(folder.resolve("my.so"), library(EM_X86_64, 3));

    load(Map.of("library", named.toString(), "library-cache", cache.toString()), X86_64);

    assertThat(loaded).containsExactly(named.toString());
    assertThat(cache).doesNotExist();
  }

  @Test
  void a_file_that_is_named_and_not_there_is_refused() {
    Path named = folder.resolve("my.so");

    DeviceFailure failure = refusal(Map.of("library", named.toString()), X86_64);

    assertThat(failure.problem())
        .isEqualTo("the native library " + named + " is not there, or is not a file");
    assertThat(failure.remedy())
        .isEqualTo("correct the option sluice.npu.library, or leave it out to use the jar's own");
    assertThat(refusal(Map.of("library", " "), X86_64).problem())
        .isEqualTo("the option library is ' ', which is not a path");
  }

  @Test
  void a_file_for_another_machine_is_refused() throws IOException {
    Path named = Files.write(folder.resolve("my.so"), library(EM_AARCH64, 1));

    DeviceFailure failure = refusal(Map.of("library", named.toString()), X86_64);

    assertThat(failure.problem())
        .isEqualTo(
            "the native library " + named + " is for aarch64, but this Java is for linux-x86_64");
    assertThat(failure.remedy()).isEqualTo("give one that was built for x86_64");
    assertThat(loaded).isEmpty();
  }

  @Test
  void a_machine_for_which_the_jar_has_none_is_refused() {
    DeviceFailure failure =
        refusal(Map.of("library-cache", cache.toString()), Machine.of("Mac OS X", "aarch64"));

    assertThat(failure.problem())
        .isEqualTo(
            "the jar of the platform npu has no native library for mac os x-aarch64; it has one"
                + " for linux-x86_64");
    assertThat(failure.remedy())
        .isEqualTo("run on such a machine, or name a file with the option sluice.npu.library");
  }

  @Test
  void without_an_option_the_cache_is_the_users() throws IOException {
    Path xdg = Files.createDirectory(folder.resolve("xdg"));
    NativeLibrary library =
        new NativeLibrary(
            owner,
            "npu",
            Map.of(),
            name -> name.equals("XDG_CACHE_HOME") ? xdg.toString() : null,
            X86_64);

    assertThat(library.load(loaded::add)).startsWith(xdg.resolve("sluice/native"));
  }

  private static final LibraryFile FILE =
      new LibraryFile(Path.of("/lib/l.so"), "the native library /lib/l.so", "move it");

  private static DeviceFailure explained(String message, Optional<Path> musl) {
    return LinkFailure.explain(
        FILE, new UnsatisfiedLinkError(message), musl, LinkFailure.OWN_MOUNTS);
  }

  private DeviceFailure notMapped(String why, String... mounts) throws IOException {
    Path list = Files.write(folder.resolve("mounts"), List.of(mounts));
    String message = "/lib/l.so: /lib/l.so: failed to map segment from shared object" + why;
    return LinkFailure.explain(FILE, new UnsatisfiedLinkError(message), Optional.empty(), list);
  }

  @Test
  void a_folder_mounted_noexec_is_named() throws IOException {
    for (String why : List.of("", ": Operation not permitted")) { // as glibc versions have it
      DeviceFailure failure =
          notMapped(why, "/dev/sda / ext4 rw 0 0", "tmpfs /lib tmpfs rw,noexec,nosuid 0 0");

      assertThat(failure.problem())
          .isEqualTo(
              "the native library /lib/l.so cannot be run from the folder /lib, which is on a file"
                  + " system mounted noexec");
      assertThat(failure.remedy()).isEqualTo("move it");
    }
  }

  @Test
  void a_folder_that_is_not_mounted_noexec_is_not_blamed() throws IOException {
    for (String mount :
        List.of("tmpfs /lib tmpfs rw 0 0", "a /li tmpfs noexec 0 0", "a /lib\\040b x noexec 0 0")) {
      assertThat(notMapped("", "/dev/sda / ext4 rw,noexec 0 0", "b /lib x rw 0 0", mount).remedy())
          .as(mount)
          .isEqualTo("see what it needs with: ldd /lib/l.so");
    }
  }

  @Test
  void musl_is_recognised_by_its_loader() throws IOException {
    Path maps =
        Files.writeString(
            folder.resolve("maps"), "7f00-7f01 r-xp 00000000 08:01 12  /lib/ld-musl-x86_64.so.1\n");
    Optional<Path> musl = LinkFailure.muslIn(maps);

    assertThat(explained("Error relocating /lib/l.so: symbol not found", musl).problem())
        .isEqualTo(
            "the native library /lib/l.so needs the GNU C library, but this Java runs on musl"
                + " (/lib/ld-musl-x86_64.so.1)");
    assertThat(LinkFailure.muslIn(LinkFailure.OWN_MAPS)).isEmpty();
    assertThat(LinkFailure.muslIn(folder.resolve("none"))).isEmpty();
  }

  @Test
  void a_library_of_another_class_loader_is_named() {
    DeviceFailure failure =
        explained(
            "Native Library /lib/l.so already loaded in another classloader", Optional.empty());

    assertThat(failure.problem())
        .isEqualTo(
            "the native library /lib/l.so is already loaded by another class loader of this"
                + " process");
    assertThat(failure.remedy())
        .isEqualTo(
            "have one class loader load the platform's jar for all, such as that of the"
                + " application server, or restart the process where an application was deployed"
                + " again");
  }

  @Test
  void what_else_the_loader_says_is_passed_on() {
    DeviceFailure failure = explained("libz.so: no such file", Optional.empty());

    assertThat(failure.problem())
        .isEqualTo("the native library /lib/l.so cannot be loaded: libz.so: no such file");
    assertThat(failure.remedy()).isEqualTo("see what it needs with: ldd /lib/l.so");
  }

  @Test
  void denied_native_access_names_the_flag() {
    DeviceFailure failure = LinkFailure.denied(FILE, NativeLibraryTest.class.getModule());

    assertThat(failure.problem())
        .isEqualTo(
            "the native library /lib/l.so cannot be loaded: native access is denied to"
                + " ALL-UNNAMED");
    assertThat(failure.remedy()).isEqualTo("start Java with --enable-native-access=ALL-UNNAMED");
    assertThat(LinkFailure.denied(FILE, Object.class.getModule()).remedy())
        .isEqualTo("start Java with --enable-native-access=java.base");
  }
}
