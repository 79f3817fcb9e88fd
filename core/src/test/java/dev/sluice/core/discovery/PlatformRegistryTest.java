package dev.sluice.core.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.PlatformKind;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformRegistryTest {

  /** A platform with a name and a version. */
  abstract static class Named implements DevicePlatform {

    @Override
    public PlatformKind kind() {
      return PlatformKind.SIMULATED;
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT;
    }

    @Override
    public DeviceContext open(DeviceOptions options) {
      throw DeviceFailure.refused("not meant to be opened", null);
    }
  }

  /** A good one. */
  public static final class Good extends Named {
    @Override
    public String name() {
      return "good";
    }
  }

  /** One of the same name. */
  public static final class Twin extends Named {
    @Override
    public String name() {
      return "good";
    }
  }

  /** One from the future. */
  public static final class TooNew extends Named {
    @Override
    public String name() {
      return "new";
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT + 1;
    }
  }

  /** One that cannot be made. */
  public static final class Throwing extends Named {
    public Throwing() {
      throw new IllegalStateException("no");
    }

    @Override
    public String name() {
      return "throwing";
    }
  }

  @Test
  void a_broken_provider_hides_no_other_and_each_refusal_is_named(@TempDir Path folder)
      throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.write(
        services.resolve(DevicePlatform.class.getName()),
        List.of(
            Throwing.class.getName(),
            "dev.sluice.Missing",
            TooNew.class.getName(),
            Good.class.getName(),
            Twin.class.getName()));
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      PlatformRegistry registry = PlatformRegistry.discover(loader);

      assertThat(registry.named("good")).isInstanceOf(Good.class);
      assertThatThrownBy(() -> registry.named("new"))
          .isInstanceOf(PlatformException.class)
          .hasMessageStartingWith("new: no platform of this name was found; found: good")
          .hasMessageContaining("Throwing could not be instantiated")
          .hasMessageContaining("Provider dev.sluice.Missing not found")
          .hasMessageContaining("compiled for SPI version 2, but this core takes 1 to 1")
          .hasMessageContaining("$Twin: its name 'good' is taken by")
          .hasMessageEndingWith("; put the platform's jar on the class path or module path");
    }
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

    PlatformRegistry registry =
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> PlatformRegistry.discover(broken));

    assertThatThrownBy(() -> registry.named("sim"))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("sim: no platform of this name was found; found: none; refused: ")
        .hasMessageContaining("Error locating configuration files");
  }
}
