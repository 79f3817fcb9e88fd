package dev.sluice.core.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.core.discovery.PlatformEntry.State;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.DevicePlatform;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformRegistryTest {

  @TempDir private Path folder;

  private List<PlatformEntry> entries(String... lines) throws IOException {
    try (URLClassLoader loader = Providers.naming(folder, lines)) {
      return PlatformRegistry.discover(loader).entries();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Throwing | NOT_CREATED | its static initialiser or constructor threw java.lang.IllegalStateException: no; remove",
        "ThrowingStatic | NOT_CREATED | its static initialiser threw java.lang.NumberFormatException",
        "Unprintable | NOT_CREATED | Providers$Silent, which cannot be printed; remove",
        "Hidden | NOT_CREATED | it cannot be made: java.lang.NoSuchMethodException: dev.sluice",
        "TooNew | SPI_VERSION | for SPI version 2, but this core takes 1 to 1; use a newer sluice-core",
        "TooOld | SPI_VERSION | for SPI version 0, but this core takes 1 to 1; let spiVersion() return",
        "Nameless | NAME_ILLEGAL | its name is null; names are lower-case letters and digits",
        "Misnamed | NAME_ILLEGAL | its name is 'Mis:named'; names are",
        "Multiline | NAME_ILLEGAL | its name is 'two lines [31m'; names are lower-case",
        "Kindless | BROKEN | threw java.lang.UnsupportedOperationException: which kind?; remove",
        "ProbeThrows | INCOMPATIBLE | does not fit this core: java.lang.UnsatisfiedLinkError: no libacme",
        "ProbeNull | PROBE_FAILED | its probe returned null; remove or repair the jar",
        "Twin | NAME_TAKEN | its name 'good' is taken by dev.sluice.core.discovery.Providers$Good in /",
      })
  void a_broken_provider_is_refused_with_a_code_and_a_sentence_and_hides_no_other(
      String broken, RefusalCode code, String sentence) throws Exception {
    String prefix = Providers.class.getName() + "$";

    List<PlatformEntry> entries = entries(prefix + "Good", prefix + broken, prefix + "Fast");

    assertThat(entries).hasSize(3);
    assertThat(entries.get(0).name()).isEqualTo("good");
    assertThat(entries.get(2).name()).isEqualTo("fast");
    assertThat(List.of(entries.get(0), entries.get(2)))
        .allMatch(entry -> entry.verdict().state() == State.USABLE);
    PlatformEntry refused = entries.get(1);
    assertThat(refused.source().provider()).isEqualTo(prefix + broken);
    assertThat(Path.of(refused.source().jar())).exists();
    assertThat(refused.verdict().code()).isEqualTo(code);
    assertThat(refused.verdict().because()).contains(sentence);
  }

  @Test
  void a_static_initialiser_that_hangs_is_left_behind() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(folder, Providers.Hanging.class, Providers.Good.class)) {
      PlatformRegistry registry = PlatformRegistry.discover(loader, Duration.ofSeconds(1));

      assertThat(registry.named("good")).isInstanceOf(Providers.Good.class);
      PlatformEntry.Verdict hanging = registry.entries().get(0).verdict();
      assertThat(hanging.code()).isEqualTo(RefusalCode.TIMED_OUT);
      assertThat(hanging.because())
          .contains("it did not return within 1000 ms, and is in ")
          .contains("Providers$Hanging.waited(Providers.java:");
    }
  }

  @Test
  void a_name_that_is_illegal_is_not_repeated_as_a_name() throws Exception {
    PlatformEntry entry = entries(Providers.TooNewMisnamed.class.getName()).get(0);

    assertThat(entry.verdict().code()).isEqualTo(RefusalCode.SPI_VERSION);
    assertThat(entry.name()).isNull();
  }

  @Test
  void a_platform_that_does_not_say_why_it_is_unavailable_is_unavailable() throws Exception {
    PlatformEntry entry = entries(Providers.Reasonless.class.getName()).get(0);

    assertThat(entry.verdict().describe())
        .isEqualTo("unavailable because of something that it does not name");
  }

  @Test
  void where_another_search_is_stuck_in_the_class_no_place_is_made_up() throws Exception {
    try (URLClassLoader loader = Providers.naming(folder, Providers.Stuck.class)) {
      PlatformRegistry.discover(loader, Duration.ofMillis(100)).entries();

      List<PlatformEntry> entries =
          PlatformRegistry.discover(loader, Duration.ofMillis(100)).entries();

      assertThat(entries.get(0).verdict().because())
          .isEqualTo(
              "its static initialiser or constructor is too slow or hangs: it did not return within 100 ms; remove or"
                  + " repair the jar");
    }
  }

  @Test
  void an_exception_whose_message_hangs_is_left_behind() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(folder, Providers.HangingMessage.class, Providers.Good.class)) {
      PlatformRegistry registry = PlatformRegistry.discover(loader, Duration.ofSeconds(1));

      List<PlatformEntry> entries =
          assertTimeoutPreemptively(Duration.ofMinutes(1), registry::entries);

      assertThat(entries.get(0).verdict().code()).isEqualTo(RefusalCode.TIMED_OUT);
      assertThat(entries.get(1).verdict().state()).isEqualTo(State.USABLE);
    }
  }

  @Test
  void a_class_that_is_missing_or_no_platform_is_refused() throws Exception {
    List<PlatformEntry> entries = entries("dev.sluice.Missing", getClass().getName());

    assertThat(entries)
        .extracting(entry -> entry.source().jar(), PlatformEntry::describe)
        .containsExactlyInAnyOrder(
            tuple(
                folder.toString(),
                "dev.sluice.Missing ("
                    + folder
                    + ") refused (CLASS_MISSING): the service file names it, but there is no such"
                    + " class; repair or rebuild the jar"),
            tuple(
                folder.toString(),
                getClass().getName()
                    + " ("
                    + folder
                    + ") refused (NOT_A_PLATFORM): it does not implement"
                    + " dev.sluice.spi.DevicePlatform; repair the jar"));
  }

  @Test
  void a_service_file_that_names_no_class_is_refused() throws Exception {
    List<PlatformEntry> entries = entries("# a comment", "<<<<<<< merge");

    assertThat(entries).hasSize(1);
    assertThat(entries.get(0).source().jar()).isEqualTo(folder.toString());
    assertThat(entries.get(0).verdict().code()).isEqualTo(RefusalCode.SERVICE_FILE);
    assertThat(entries.get(0).verdict().because())
        .isEqualTo(
            "it cannot be used: the line '<<<<<<< merge' is not the name of a class; repair or"
                + " rebuild the jar");
  }

  @Test
  void nothing_is_made_before_it_is_asked_for_and_a_name_probes_no_other() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(folder, Providers.Good.class, Providers.Counting.class)) {
      Providers.Counting.made = 0;
      Providers.Counting.probed = 0;
      PlatformRegistry registry = PlatformRegistry.discover(loader);
      registry.named("good");
      assertThat(Providers.Counting.made).isZero();

      assertThatThrownBy(() -> registry.named("better")).isInstanceOf(PlatformException.class);
      assertThat(Providers.Counting.made).isEqualTo(1);
      registry.entries();
      assertThat(Providers.Counting.made).isEqualTo(1);
      assertThat(Providers.Counting.probed).isEqualTo(1);
    }
  }

  @Test
  void a_name_that_is_not_there_lists_all_that_was_found() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(folder, Providers.Throwing.class, Providers.Absent.class)) {
      String classes =
          Path.of(Providers.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .toString();

      assertThatThrownBy(() -> PlatformRegistry.discover(loader).named("better"))
          .isInstanceOf(PlatformException.class)
          .hasMessage(
              "better: no platform of this name was found; found: "
                  + Providers.Throwing.class.getName()
                  + " ("
                  + classes
                  + ") refused (NOT_CREATED): its static initialiser or constructor threw"
                  + " java.lang.IllegalStateException: no; remove or repair the jar; absent"
                  + " (HARDWARE, "
                  + classes
                  + ") unavailable because /dev/absent does not exist; put the platform's jar on"
                  + " the class path or module path")
          .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("no"));
      assertThatThrownBy(() -> PlatformRegistry.discover(loader).named("absent"))
          .hasMessageStartingWith(
              "absent: the platform is unavailable because /dev/absent does not exist; found: ");
    }
  }

  @Test
  void a_refused_platform_that_is_named_is_an_error_with_its_cause() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(folder, Providers.Throwing.class, Providers.ProbeThrows.class)) {
      assertThatThrownBy(() -> PlatformRegistry.discover(loader).named("probethrows"))
          .isInstanceOf(PlatformException.class)
          .hasMessageStartingWith(
              "probethrows: the platform is refused (INCOMPATIBLE): it does not fit this core: ")
          .hasCauseInstanceOf(UnsatisfiedLinkError.class)
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }
  }

  @Test
  void the_available_hardware_of_the_highest_priority_is_the_best() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(
            folder,
            Providers.Good.class,
            Providers.Slow.class,
            Providers.Fast.class,
            Providers.Absent.class,
            Providers.ProbeThrows.class)) {
      PlatformRegistry registry = PlatformRegistry.discover(loader);

      assertThat(registry.bestHardware().name()).isEqualTo("fast");
      assertThat(registry.names())
          .containsExactlyInAnyOrder("good", "slow", "fast", "absent", "probethrows");
      assertThatThrownBy(() -> registry.named("gone", " (named by a friend)"))
          .hasMessageStartingWith(
              "gone: no platform of this name was found (named by a friend); found: good"
                  + " (SIMULATED, ");
    }
  }

  @Test
  void a_tie_is_an_error() throws Exception {
    try (URLClassLoader loader =
        Providers.naming(
            folder, Providers.Fast.class, Providers.AsFast.class, Providers.Slow.class)) {
      assertThatThrownBy(() -> PlatformRegistry.discover(loader).bestHardware())
          .isInstanceOf(PlatformException.class)
          .hasMessageStartingWith(
              "no platform was named, and several hardware platforms have the highest priority, 2:"
                  + " asfast, fast; found: fast (HARDWARE, ");
    }
  }

  @Test
  void a_simulator_is_never_chosen_silently() throws Exception {
    try (URLClassLoader loader = Providers.naming(folder, Providers.Good.class)) {
      assertThatThrownBy(() -> PlatformRegistry.discover(loader).bestHardware())
          .isInstanceOf(PlatformException.class)
          .hasMessageStartingWith(
              "no platform was named, and no hardware platform can be used; found: good (SIMULATED, ")
          .hasMessageEndingWith(
              "; name a platform, in the code, with -Dsluice.platform=NAME or with"
                  + " SLUICE_PLATFORM=NAME; simulators are used only where they are named");
    }
  }

  @Test
  void a_class_loader_that_fails_from_the_second_search_on_ends_the_search() throws Exception {
    AtomicInteger searches = new AtomicInteger();
    ClassLoader broken =
        new ClassLoader(null) {
          @Override
          public Enumeration<URL> getResources(String name) {
            if (searches.getAndIncrement() > 0) {
              throw new IllegalStateException("disk gone");
            }
            return Collections.emptyEnumeration();
          }
        };

    List<PlatformEntry> entries =
        assertTimeoutPreemptively(
            Duration.ofMinutes(1), () -> PlatformRegistry.discover(broken).entries());

    assertThat(entries).hasSize(1);
    assertThat(entries.get(0).verdict().because())
        .isEqualTo(
            "it cannot be loaded: java.lang.IllegalStateException: disk gone; repair or remove its"
                + " jar");
  }

  @Test
  void a_service_file_that_names_the_spi_is_not_blamed_for_another() throws Exception {
    URL bad = Providers.serviceFile(folder, "bad", "<<<<<<< merge");
    URL spi = Providers.serviceFile(folder, "spi", DevicePlatform.class.getName());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {bad, spi}, getClass().getClassLoader())) {
      assertThat(PlatformRegistry.discover(loader).entries())
          .filteredOn(entry -> entry.source().provider().equals(DevicePlatform.class.getName()))
          .singleElement()
          .extracting(entry -> entry.verdict().because())
          .asString()
          .startsWith("it cannot be made: java.lang.NoSuchMethodException: ");
    }
  }

  @Test
  void a_service_file_with_a_byte_order_mark_is_refused_for_that() throws Exception {
    assertThat(entries("\uFEFFdev.sluice.Missing").get(0).verdict().because())
        .isEqualTo(
            "it cannot be used: it starts with a byte order mark, which Java takes for text;"
                + " repair or rebuild the jar");
  }

  @Test
  void a_class_loader_that_cannot_be_searched_is_a_refusal_and_not_an_endless_search() {
    ClassLoader broken =
        new ClassLoader(null) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            throw new IOException("disk gone");
          }
        };

    List<PlatformEntry> entries =
        assertTimeoutPreemptively(
            Duration.ofMinutes(1), () -> PlatformRegistry.discover(broken).entries());

    assertThat(entries).hasSize(1);
    assertThat(entries.get(0).verdict().describe())
        .isEqualTo(
            "refused (SERVICE_FILE): its service files cannot be listed: java.io.IOException: disk"
                + " gone");
  }

  @Test
  void an_interrupt_ends_the_wait_for_a_platform_and_loses_none() throws Exception {
    try (URLClassLoader loader = Providers.naming(folder, Providers.Waiting.class)) {
      PlatformRegistry registry = PlatformRegistry.discover(loader, Duration.ofSeconds(1));
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> registry.named("waiting"))
          .isInstanceOf(PlatformException.class)
          .hasMessage(
              "interrupted while waiting for the platform class "
                  + Providers.Waiting.class.getName());
      assertThat(Thread.interrupted()).isTrue();
      assertThat(registry.entries())
          .extracting(entry -> entry.verdict().code())
          .containsExactly(RefusalCode.TIMED_OUT);
    }
  }
}
