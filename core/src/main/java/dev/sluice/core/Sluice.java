package dev.sluice.core;

import dev.sluice.DeviceInfo;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.core.run.ContextRuntime;
import dev.sluice.core.run.ContextThread;
import dev.sluice.core.run.RuntimeSettings;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.ThreadConfinement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens device runtimes.
 *
 * <pre>{@code
 * try (DeviceRuntime runtime = Sluice.open("sim")) {
 *   runtime.run(callable, TaskArgs.of(input, output));
 * }
 * }</pre>
 */
public final class Sluice {

  /** How long a launch may take by default. Ascend hardware gives up by itself after 50 s. */
  public static final Duration DEFAULT_RUN_TIMEOUT = Duration.ofMinutes(2);

  private Sluice() {}

  /**
   * Opens device 0 of a platform with the defaults.
   *
   * @param platform a name, such as {@code sim}
   * @throws PlatformException if there is no such platform, or it cannot be opened
   */
  public static DeviceRuntime open(String platform) {
    return builder().platform(platform).open();
  }

  /**
   * Opens device 0 of the platform that the process is told to use, with the defaults: the system
   * property {@code sluice.platform}, else the environment variable {@code SLUICE_PLATFORM}, else
   * the available hardware platform of the highest priority. Never a simulator, unless it is named.
   *
   * @throws PlatformException if there is no such platform, or several, or it cannot be opened
   */
  public static DeviceRuntime open() {
    return builder().open();
  }

  /** Returns a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects how a runtime is opened. Not thread-safe. */
  public static final class Builder {

    private @Nullable String platformName;
    private @Nullable DevicePlatform platform;
    private ClassLoader classLoader = Sluice.class.getClassLoader();
    private int deviceId;
    private TransferMode transferMode = TransferMode.GATED;
    private OutputFill outputFill = OutputFill.NONE;
    private Duration runTimeout = DEFAULT_RUN_TIMEOUT;
    private boolean trackAllocations;
    private final Map<String, String> properties = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Sets the platform by name; its jar is on the class path or module path. Without a platform
     * the rules of {@link Sluice#open()} choose one.
     */
    public Builder platform(String name) {
      this.platformName = Objects.requireNonNull(name, "name");
      this.platform = null;
      return this;
    }

    /** Sets the platform itself. */
    public Builder platform(DevicePlatform instance) {
      this.platform = Objects.requireNonNull(instance, "instance");
      this.platformName = null;
      return this;
    }

    /** Sets where platforms are looked for; by default the loader of this class. */
    public Builder classLoader(ClassLoader loader) {
      this.classLoader = Objects.requireNonNull(loader, "loader");
      return this;
    }

    /** Sets the device's number; by default 0. */
    public Builder deviceId(int id) {
      if (id < 0) {
        throw rejected("the device id is " + id, "give zero or more");
      }
      this.deviceId = id;
      return this;
    }

    /** Sets which rule decides what runs copy; by default GATED. */
    public Builder transferMode(TransferMode mode) {
      this.transferMode = Objects.requireNonNull(mode, "mode");
      return this;
    }

    /** Sets what OUT tensors' device memory holds when a kernel starts; by default anything. */
    public Builder outputFill(OutputFill fill) {
      this.outputFill = Objects.requireNonNull(fill, "fill");
      return this;
    }

    /** Sets how long a launch may take before the device counts as lost; by default two minutes. */
    public Builder runTimeout(Duration timeout) {
      if (timeout.isZero() || timeout.isNegative()) {
        throw rejected("the run time-out is " + timeout, "give more than zero");
      }
      this.runTimeout = timeout;
      return this;
    }

    /**
     * Sets whether leak reports say where a device tensor was made; costs a stack trace for each.
     */
    public Builder trackAllocations(boolean track) {
      this.trackAllocations = track;
      return this;
    }

    /** Sets an option of the platform's own. */
    public Builder property(String name, String value) {
      properties.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
      return this;
    }

    /**
     * Opens the device.
     *
     * @throws PlatformException if the platform is not found, or the device cannot be opened
     */
    public DeviceRuntime open() {
      DevicePlatform chosen = choose();
      String device = chosen.name() + ":" + deviceId;
      ThreadConfinement confinement =
          chosen.confinement(); // may break, so before the device is taken
      Runnable giveBack = OpenDevices.take(chosen.kind(), device);
      ContextThread thread = ContextThread.of(confinement, device);
      try {
        return thread.call(() -> open(chosen, thread, giveBack));
      } catch (Throwable first) {
        thread.close();
        giveBack.run();
        throw first;
      }
    }

    private DevicePlatform choose() {
      if (platform != null) {
        requireAvailable(platform); // a platform that was found has been asked already
        return platform;
      }
      PlatformRegistry registry = PlatformRegistry.discover(classLoader);
      return platformName == null ? registry.choose() : registry.named(platformName);
    }

    private static void requireAvailable(DevicePlatform chosen) {
      Availability availability = chosen.probe();
      if (!availability.isAvailable()) {
        throw new PlatformException(
            ErrorDetail.builder()
                .platform(chosen.name())
                .remedy("supply what it lacks, or choose another platform")
                .build(),
            "the platform cannot be used here: " + availability.unavailableBecause());
      }
    }

    private DeviceRuntime open(DevicePlatform chosen, ContextThread thread, Runnable giveBack) {
      ErrorDetail.Builder place = ErrorDetail.builder().device(chosen.name() + ":" + deviceId);
      try {
        DeviceContext context = chosen.open(new DeviceOptions(deviceId, properties));
        try {
          return runtimeOn(context, chosen, thread, giveBack);
        } catch (Throwable first) {
          closeAfter(first, context);
          throw first;
        }
      } catch (DeviceFailure failure) {
        failure.nativeCode().ifPresent(place::nativeCode);
        throw new PlatformException(
            place.remedy(failure.remedy()).build(),
            "the device cannot be opened: " + failure.problem(),
            failure);
      } catch (Throwable broken) {
        throw new PlatformException(
            place.remedy("report it to the platform's author").build(),
            "the platform broke while opening the device: " + broken,
            broken);
      }
    }

    private DeviceRuntime runtimeOn(
        DeviceContext context, DevicePlatform chosen, ContextThread thread, Runnable giveBack) {
      return new ContextRuntime(
          new DeviceInfo(chosen.name(), chosen.kind(), deviceId, context.description()),
          context,
          thread,
          new RuntimeSettings(
              new TransferPolicy(transferMode, outputFill), runTimeout, trackAllocations),
          giveBack);
    }

    private static void closeAfter(Throwable first, DeviceContext context) {
      try {
        context.close();
      } catch (Throwable second) {
        first.addSuppressed(second);
      }
    }

    private static RejectedCallException rejected(String problem, String remedy) {
      return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
    }
  }
}
