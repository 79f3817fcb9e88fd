package dev.sluice.core;

import dev.sluice.DeviceInfo;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.RunReport;
import dev.sluice.TransferMode;
import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.core.run.ContextRuntime;
import dev.sluice.core.run.ContextThread;
import dev.sluice.core.run.RuntimeSettings;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
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
   * @throws RejectedCallException if no platform can have this name, or a configured value is wrong
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

  /**
   * Returns a builder; what is not set on it is taken from the system properties and the
   * environment of this process when the device is opened, as {@link SluiceConfig} says.
   */
  public static Builder builder() {
    return new Builder(SluiceConfig.builder());
  }

  /** Returns a builder that starts with a configuration and reads nothing else. */
  public static Builder builder(SluiceConfig config) {
    return new Builder(config.toBuilder());
  }

  /** Collects how a runtime is opened. Not thread-safe. */
  public static final class Builder {

    private final SluiceConfig.Builder config;
    private @Nullable DevicePlatform platform;
    private ClassLoader classLoader = Sluice.class.getClassLoader();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private Consumer<RunReport> runListener = report -> {};

    private Builder(SluiceConfig.Builder config) {
      this.config = config;
    }

    /**
     * Sets the platform by name; its jar is on the class path or module path. Without a platform
     * the rules of {@link Sluice#open()} choose one.
     */
    public Builder platform(String name) {
      config.platform(name);
      this.platform = null;
      return this;
    }

    /** Sets the platform itself. */
    public Builder platform(DevicePlatform instance) {
      this.platform = Objects.requireNonNull(instance, "instance");
      return this;
    }

    /** Sets where platforms are looked for; by default the loader of this class. */
    public Builder classLoader(ClassLoader loader) {
      this.classLoader = Objects.requireNonNull(loader, "loader");
      return this;
    }

    /** Sets the device's number; by default 0. */
    public Builder deviceId(int id) {
      config.deviceId(id);
      return this;
    }

    /** Sets which rule decides what runs copy; by default GATED. */
    public Builder transferMode(TransferMode mode) {
      config.transferMode(mode);
      return this;
    }

    /** Sets what OUT tensors' device memory holds when a kernel starts; by default anything. */
    public Builder outputFill(OutputFill fill) {
      config.outputFill(fill);
      return this;
    }

    /** Sets how long a launch may take before the device counts as lost; by default two minutes. */
    public Builder runTimeout(Duration timeout) {
      config.runTimeout(timeout);
      return this;
    }

    /**
     * Sets whether leak reports say where a device tensor was made; costs a stack trace for each.
     */
    public Builder trackAllocations(boolean track) {
      config.trackAllocations(track);
      return this;
    }

    /**
     * Sets what gets the report of each run that succeeded, for metrics and tests. It is called by
     * the thread that asked for the run, before that gets the report, with no lock held; so it may
     * be called by several threads at once, and what it throws, the caller of the run gets.
     */
    public Builder runListener(Consumer<RunReport> listener) {
      this.runListener = Objects.requireNonNull(listener, "listener");
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
     * @throws RejectedCallException if a configured value is wrong
     * @throws PlatformException if the platform is not found, or the device cannot be opened
     */
    public DeviceRuntime open() {
      SluiceConfig settled = config.build();
      ChosenPlatform chosen = chooseOrWarn(settled); // may break, so before the device is taken
      ConfigWarnings.log(settled, Set.of(chosen.name()), classLoader);
      String device = chosen.name() + ":" + settled.deviceId();
      Runnable giveBack = OpenDevices.take(chosen.kind(), device);
      ContextThread thread = ContextThread.of(chosen.confinement(), device);
      try {
        return thread.call(() -> open(settled, chosen, thread, giveBack));
      } catch (Throwable first) {
        thread.close();
        giveBack.run();
        throw first;
      }
    }

    private ChosenPlatform chooseOrWarn(SluiceConfig settled) {
      try {
        return choose(settled);
      } catch (PlatformException none) { // a mistyped name may be why
        ConfigWarnings.log(settled, Set.of(), classLoader);
        throw none;
      }
    }

    private ChosenPlatform choose(SluiceConfig settled) {
      if (platform != null) {
        ChosenPlatform given = ChosenPlatform.of(platform);
        // A platform that was found has been asked already.
        given.requireAvailable(optionsOf(given.name(), settled));
        return given;
      }
      PlatformRegistry registry =
          PlatformRegistry.discover(classLoader, name -> optionsOf(name, settled));
      return ChosenPlatform.of(
          settled
              .platform()
              .map(name -> registry.named(name, settled.platformGivenBy()))
              .orElseGet(registry::bestHardware));
    }

    private DeviceOptions optionsOf(String name, SluiceConfig settled) {
      Map<String, String> options = settled.platformOptions(name);
      options.putAll(properties);
      return new DeviceOptions(settled.deviceId(), options);
    }

    private DeviceRuntime open(
        SluiceConfig settled, ChosenPlatform chosen, ContextThread thread, Runnable giveBack) {
      ErrorDetail.Builder place =
          ErrorDetail.builder().device(chosen.name() + ":" + settled.deviceId());
      try {
        DeviceContext context = chosen.platform().open(optionsOf(chosen.name(), settled));
        try {
          return runtimeOn(context, settled, chosen, thread, giveBack);
        } catch (Throwable first) {
          closeAfter(first, context);
          throw first;
        }
      } catch (DeviceFailure failure) {
        failure.nativeCode().ifPresent(place::nativeCode);
        String configured = settled.describeOptions(chosen.name());
        throw new PlatformException(
            place.remedy(failure.remedy()).build(),
            "the device cannot be opened: "
                + failure.problem()
                + (configured.isEmpty() ? "" : " (configured: " + configured + ")"),
            failure);
      } catch (Throwable broken) {
        throw new PlatformException(
            place.remedy("report it to the platform's author").build(),
            "the platform broke while opening the device: " + broken,
            broken);
      }
    }

    private DeviceRuntime runtimeOn(
        DeviceContext context,
        SluiceConfig settled,
        ChosenPlatform chosen,
        ContextThread thread,
        Runnable giveBack) {
      return new ContextRuntime(
          new DeviceInfo(chosen.name(), chosen.kind(), settled.deviceId(), context.description()),
          context,
          thread,
          new RuntimeSettings(
              new TransferPolicy(settled.transferMode(), settled.outputFill()),
              settled.runTimeout(),
              settled.trackAllocations(),
              runListener),
          giveBack);
    }

    private static void closeAfter(Throwable first, DeviceContext context) {
      try {
        context.close();
      } catch (Throwable second) {
        first.addSuppressed(second);
      }
    }
  }
}
