package dev.sluice.core.discovery;

import dev.sluice.PlatformKind;
import dev.sluice.spi.Availability;
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
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Platforms, good and broken, and a class loader whose service file names some of them. */
final class Providers {

  private Providers() {}

  /** Returns a loader that sees these providers, in this order. */
  static URLClassLoader naming(Path folder, Class<?>... providers) throws IOException {
    return naming(folder, Arrays.stream(providers).map(Class::getName).toArray(String[]::new));
  }

  /** Returns a loader whose service file has these lines. */
  static URLClassLoader naming(Path folder, String... lines) throws IOException {
    Path file = folder.resolve(ServiceFiles.NAME);
    Files.createDirectories(file.getParent());
    Files.write(file, Arrays.asList(lines));
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Providers.class.getClassLoader());
  }

  /** Writes a service file of this line into a folder of this name; returns where it stands. */
  static URL serviceFile(Path parent, String name, String line) throws IOException {
    Path file = parent.resolve(name).resolve(ServiceFiles.NAME);
    Files.createDirectories(file.getParent());
    Files.writeString(file, line);
    return parent.resolve(name).toUri().toURL();
  }

  /** A platform that is in order. */
  abstract static class Sound implements DevicePlatform {

    private final @Nullable String name;
    private final PlatformKind kind;
    private final int priority;

    Sound(@Nullable String name, PlatformKind kind, int priority) {
      this.name = name;
      this.kind = kind;
      this.priority = priority;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public PlatformKind kind() {
      return kind;
    }

    @Override
    public int priority() {
      return priority;
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

  /** A simulator. */
  public static final class Good extends Sound {
    public Good() {
      super("good", PlatformKind.SIMULATED, 0);
    }
  }

  /** Another of the same name. */
  public static final class Twin extends Sound {
    public Twin() {
      super("good", PlatformKind.SIMULATED, 0);
    }
  }

  /** Hardware. */
  public static final class Slow extends Sound {
    public Slow() {
      super("slow", PlatformKind.HARDWARE, 1);
    }
  }

  /** Better hardware. */
  public static final class Fast extends Sound {
    public Fast() {
      super("fast", PlatformKind.HARDWARE, 2);
    }
  }

  /** Hardware as good as the better one. */
  public static final class AsFast extends Sound {
    public AsFast() {
      super("asfast", PlatformKind.HARDWARE, 2);
    }
  }

  /** The best hardware, which is not there. */
  public static final class Absent extends Sound {
    public Absent() {
      super("absent", PlatformKind.HARDWARE, 3);
    }

    @Override
    public Availability probe() {
      return Availability.unavailable("/dev/absent does not exist");
    }
  }

  /** One from the future. */
  public static final class TooNew extends Sound {
    public TooNew() {
      super("toonew", PlatformKind.SIMULATED, 0);
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT + 1;
    }
  }

  /** One from the future, whose name looks like a line of a list. */
  public static final class TooNewMisnamed extends Sound {
    public TooNewMisnamed() {
      super("new\nsim", PlatformKind.SIMULATED, 0);
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT + 1;
    }
  }

  /** One whose name has a line break and steers a terminal. */
  public static final class Multiline extends Sound {
    public Multiline() {
      super("two\r\nlines\u001b[31m", PlatformKind.SIMULATED, 0);
    }
  }

  /** One that is not available, and does not say why. */
  public static final class Reasonless extends Sound {
    public Reasonless() {
      super("reasonless", PlatformKind.HARDWARE, 9);
    }

    @Override
    public Availability probe() {
      return Availability.unavailable("");
    }
  }

  /** One whose reason is long, steers a terminal, ends the line and turns the writing round. */
  public static final class Talkative extends Sound {
    public Talkative() {
      super("talkative", PlatformKind.HARDWARE, 9);
    }

    @Override
    public Availability probe() {
      return Availability.unavailable(
          "no \u009b31mdriver \u2028x \u202egnp.exe" + " and more".repeat(100_000));
    }
  }

  /** One from before the first version. */
  public static final class TooOld extends Sound {
    public TooOld() {
      super("tooold", PlatformKind.SIMULATED, 0);
    }

    @Override
    public int spiVersion() {
      return 0;
    }
  }

  /** One whose constructor throws. */
  public static final class Throwing extends Sound {
    public Throwing() {
      super("throwing", PlatformKind.SIMULATED, 0);
      throw new IllegalStateException("no");
    }
  }

  /** One whose class cannot be initialised. */
  public static final class ThrowingStatic extends Sound {
    static final int VALUE = Integer.parseInt("x");

    public ThrowingStatic() {
      super("throwingstatic", PlatformKind.SIMULATED, 0);
    }
  }

  /** One whose class is never initialised, unless it is interrupted. */
  public static final class Hanging extends Sound {
    static final boolean WAITED = waited();

    public Hanging() {
      super("hanging", PlatformKind.SIMULATED, 0);
    }

    private static boolean waited() {
      try {
        new CountDownLatch(1).await();
        return true;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** One whose class is never initialised, whoever interrupts it. */
  public static final class Stuck extends Sound {
    static final boolean WAITED = waited();

    public Stuck() {
      super("stuck", PlatformKind.SIMULATED, 0);
    }

    private static boolean waited() {
      while (true) {
        LockSupport.park();
        Thread.interrupted(); // or the next wait would not wait
      }
    }
  }

  /** One that is never made. */
  public static final class Waiting extends Sound {
    public Waiting() throws InterruptedException {
      super("waiting", PlatformKind.SIMULATED, 0);
      new CountDownLatch(1).await();
    }
  }

  /** One whose constructor throws what cannot be printed. */
  public static final class Unprintable extends Sound {
    public Unprintable() {
      super("unprintable", PlatformKind.SIMULATED, 0);
      throw new Silent();
    }
  }

  /** An exception that has no message, and throws when it is asked for one. */
  static final class Silent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new UnsupportedOperationException("no message");
    }
  }

  /** One whose constructor throws what hangs when it is printed. */
  public static final class HangingMessage extends Sound {
    public HangingMessage() {
      super("hangingmessage", PlatformKind.SIMULATED, 0);
      throw new Endless();
    }
  }

  /** An exception whose message never comes. */
  static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return "late";
    }
  }

  /** One without a public constructor. */
  public static final class Hidden extends Sound {
    private Hidden() {
      super("hidden", PlatformKind.SIMULATED, 0);
    }
  }

  /** One without a name. */
  public static final class Nameless extends Sound {
    public Nameless() {
      super(null, PlatformKind.SIMULATED, 0);
    }
  }

  /** One whose name would break device names. */
  public static final class Misnamed extends Sound {
    public Misnamed() {
      super("Mis:named", PlatformKind.SIMULATED, 0);
    }
  }

  /** One that fails when it is asked for its kind. */
  public static final class Kindless extends Sound {
    public Kindless() {
      super("kindless", PlatformKind.SIMULATED, 0);
    }

    @Override
    public PlatformKind kind() {
      throw new UnsupportedOperationException("which kind?");
    }
  }

  /** One whose probe throws. */
  public static final class ProbeThrows extends Sound {
    public ProbeThrows() {
      super("probethrows", PlatformKind.HARDWARE, 9);
    }

    @Override
    public Availability probe() {
      throw new UnsatisfiedLinkError("no libacme.so");
    }
  }

  /** One whose probe gives nothing. */
  public static final class ProbeNull extends Sound {
    public ProbeNull() {
      super("probenull", PlatformKind.HARDWARE, 9);
    }

    @Override
    public Availability probe() {
      return null;
    }
  }

  /** One that counts how often it is made and probed. */
  public static final class Counting extends Sound {
    static int made;
    static int probed;

    public Counting() {
      super("counting", PlatformKind.SIMULATED, 0);
      made++;
    }

    @Override
    public Availability probe() {
      probed++;
      return Availability.available();
    }
  }
}
