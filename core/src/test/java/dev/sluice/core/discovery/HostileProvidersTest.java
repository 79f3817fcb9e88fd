package dev.sluice.core.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.discovery.PlatformEntry.State;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars whose contents mislead: who is blamed, and what a list of them looks like. */
class HostileProvidersTest {

  @TempDir private Path folder;

  private List<PlatformEntry> entries(String line) throws IOException {
    try (URLClassLoader loader = Providers.naming(folder, line)) {
      return PlatformRegistry.discover(loader).entries();
    }
  }

  /** Compiles a class that extends another, and takes that away. */
  private static void compileWithoutBase(Path classes) throws IOException {
    Path vendor = Files.createDirectories(classes.resolve("vendor"));
    Path base = Files.writeString(vendor.resolve("Base.java"), "package vendor; class Base {}");
    Path needy =
        Files.writeString(
            vendor.resolve("Needy.java"), "package vendor; public class Needy extends Base {}");
    int exitCode =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, "-proc:none", "-d", classes + "", base + "", needy + "");
    assertThat(exitCode).isZero();
    Files.delete(vendor.resolve("Base.class"));
  }

  @Test
  void a_class_of_a_module_in_a_service_file_is_not_blamed_for_another() throws Exception {
    Path broken = folder.resolve("broken").resolve("vendor").resolve("Broken.class");
    Files.createDirectories(broken.getParent());
    Files.write(
        broken, new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 0});
    URL jdk = Providers.serviceFile(folder, "jdk", "java.lang.Runnable");
    URL vendor = Providers.serviceFile(folder, "broken", "vendor.Broken");
    URL good = Providers.serviceFile(folder, "good", Providers.Good.class.getName());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jdk, vendor, good}, getClass().getClassLoader())) {
      assertThat(PlatformRegistry.discover(loader).entries())
          .extracting(
              entry -> entry.source().provider(),
              entry -> entry.verdict().state(),
              entry -> entry.verdict().code())
          .containsExactlyInAnyOrder(
              tuple("vendor.Broken", State.REFUSED, RefusalCode.INCOMPATIBLE),
              tuple(Providers.Good.class.getName(), State.USABLE, null),
              tuple("java.lang.Runnable", State.REFUSED, RefusalCode.SERVICE_FILE));
    }
  }

  @Test
  void a_class_that_needs_a_missing_one_is_refused_behind_a_class_of_a_module() throws Exception {
    compileWithoutBase(folder.resolve("needy"));
    URL jdk = Providers.serviceFile(folder, "jdk", "java.lang.Runnable");
    URL vendor = Providers.serviceFile(folder, "needy", "vendor.Needy");
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jdk, vendor}, getClass().getClassLoader())) {
      assertThat(PlatformRegistry.discover(loader).entries())
          .extracting(entry -> entry.source().provider(), entry -> entry.verdict().code())
          .containsExactlyInAnyOrder(
              tuple("vendor.Needy", RefusalCode.CLASS_MISSING),
              tuple("java.lang.Runnable", RefusalCode.SERVICE_FILE));
    }
  }

  @Test
  void a_service_file_without_a_class_is_refused() throws Exception {
    for (String line : new String[] {"", "# vendor.Platform", " \t"}) {
      assertThat(entries(line))
          .as("'%s'", line)
          .singleElement()
          .extracting(PlatformEntry::describe)
          .asString()
          .isEqualTo(
              ServiceFiles.NAME
                  + " ("
                  + folder
                  + ") refused (SERVICE_FILE): it names no class; name the platform's class in it,"
                  + " or remove it");
    }
  }

  @Test
  void a_service_file_of_any_length_is_one_short_line() throws Exception {
    PlatformEntry entry = entries("x y".repeat(100_000)).get(0);

    assertThat(entry.verdict().because())
        .startsWith("it cannot be used: the line 'x yx yx")
        .endsWith("...' is not the name of a class; repair or rebuild the jar")
        .hasSizeLessThan(400);
  }

  @Test
  void a_name_with_control_characters_is_not_the_name_of_a_class() throws Exception {
    assertThat(entries("vendor.Pro\u001bcvider").get(0).verdict().because())
        .isEqualTo(
            "it cannot be used: the line 'vendor.Pro cvider' is not the name of a class; repair or"
                + " rebuild the jar");
  }

  @Test
  void what_a_platform_says_cannot_steer_the_terminal_and_is_cut_where_it_is_long()
      throws Exception {
    PlatformEntry entry = entries(Providers.Talkative.class.getName()).get(0);

    assertThat(entry.verdict().describe())
        .startsWith("unavailable because no  31mdriver  x  gnp.exe and ")
        .endsWith("...")
        .hasSizeLessThan(400);
  }
}
