package dev.sluice.core;

import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How runtimes are opened: what code says, else the system properties, else the environment, else
 * the defaults. {@code docs/configuration.md} lists every option. Immutable: later changes of the
 * system properties are not seen.
 *
 * <pre>{@code
 * SluiceConfig config = SluiceConfig.builder().platform("sim").build();
 * try (DeviceRuntime runtime = Sluice.builder(config).open()) { ... }
 * }</pre>
 */
public final class SluiceConfig {

  private final Builder code;
  private final List<ConfigSource> sources;
  private final @Nullable ConfigValue platform;
  private final int deviceId;
  private final TransferMode transferMode;
  private final OutputFill outputFill;
  private final Duration runTimeout;
  private final boolean trackAllocations;

  private SluiceConfig(Builder code, List<ConfigSource> sources) {
    this.code = code;
    this.sources = sources;
    this.platform =
        code.platform == null
            ? find(ConfigOption.PLATFORM).orElse(null)
            : new ConfigValue(code.platform, "the platform");
    if (platform != null) {
      platform.requireName();
    }
    this.deviceId = settle(code.deviceId, ConfigOption.DEVICE, ConfigValue::deviceId, 0);
    this.transferMode =
        settle(
            code.transferMode,
            ConfigOption.TRANSFER_MODE,
            value -> value.oneOf(TransferMode.class),
            TransferMode.GATED);
    this.outputFill =
        settle(
            code.outputFill,
            ConfigOption.OUTPUT_FILL,
            value -> value.oneOf(OutputFill.class),
            OutputFill.NONE);
    this.runTimeout =
        settle(
            code.runTimeout,
            ConfigOption.RUN_TIMEOUT,
            ConfigValue::duration,
            Sluice.DEFAULT_RUN_TIMEOUT);
    this.trackAllocations =
        settle(code.trackAllocations, ConfigOption.TRACK_ALLOCATIONS, ConfigValue::flag, false);
  }

  private <T> T settle(
      @Nullable T byCode, ConfigOption option, Function<ConfigValue, T> read, T otherwise) {
    return byCode != null ? byCode : find(option).map(read).orElse(otherwise);
  }

  private Optional<ConfigValue> find(ConfigOption option) {
    return sources.stream().flatMap(source -> source.find(option).stream()).findFirst();
  }

  /**
   * Returns what the system properties and the environment of this process say now.
   *
   * @throws RejectedCallException if a value is wrong; the message says where it stands
   */
  public static SluiceConfig load() {
    return builder().build();
  }

  /** Returns a builder that reads the system properties and the environment of this process. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with what code said here, and the same other sources. */
  public Builder toBuilder() {
    return new Builder(code).sources(sources);
  }

  /** Returns the platform's name; empty where the rules choose one. */
  public Optional<String> platform() {
    return Optional.ofNullable(platform).map(ConfigValue::text);
  }

  /** Returns the device's number, from 0. */
  public int deviceId() {
    return deviceId;
  }

  /** Returns which rule decides what runs copy. */
  public TransferMode transferMode() {
    return transferMode;
  }

  /** Returns what OUT tensors' device memory holds when a kernel starts. */
  public OutputFill outputFill() {
    return outputFill;
  }

  /** Returns how long a launch may take before the device counts as lost. */
  public Duration runTimeout() {
    return runTimeout;
  }

  /** Returns whether leak reports say where a device tensor was made. */
  public boolean trackAllocations() {
    return trackAllocations;
  }

  /** Returns the options of a platform's own, by the names that the platform knows them by. */
  public Map<String, String> platformOptions(String name) {
    Map<String, String> options = new TreeMap<>();
    settledOptions(name).forEach((option, value) -> options.put(option, value.text()));
    return options;
  }

  private Map<String, ConfigValue> settledOptions(String name) {
    Map<String, ConfigValue> options = new TreeMap<>();
    for (int i = sources.size() - 1; i >= 0; i--) {
      options.putAll(sources.get(i).optionsOf(name)); // the stronger source has the last word
    }
    code.platformOptions
        .getOrDefault(name, Map.of())
        .forEach((option, text) -> options.put(option, new ConfigValue(text, "code")));
    return options;
  }

  /** Returns who named the platform, for a message; empty where code did, or nobody. */
  String platformGivenBy() {
    return platform == null || code.platform != null ? "" : " (named by " + platform.place() + ")";
  }

  /** Returns the options of a platform with where each stands, for a message; empty without any. */
  String describeOptions(String name) {
    return settledOptions(name).entrySet().stream()
        .map(option -> option.getKey() + " from " + option.getValue().place())
        .collect(Collectors.joining(", "));
  }

  /** Returns whether there are names that are no option of these platforms. */
  boolean hasUnknown(Collection<String> platforms) {
    return sources.stream().anyMatch(source -> !source.unknownTo(platforms).isEmpty());
  }

  /** Returns a sentence for each name that is no option of these platforms. */
  List<String> warnings(Collection<String> platforms) {
    return sources.stream()
        .flatMap(
            source ->
                source.unknownTo(platforms).stream()
                    .map(unknown -> source.warningAbout(unknown, platforms)))
        .toList();
  }

  /** Collects what code says. Not thread-safe. */
  public static final class Builder {

    private @Nullable String platform;
    private @Nullable Integer deviceId;
    private @Nullable TransferMode transferMode;
    private @Nullable OutputFill outputFill;
    private @Nullable Duration runTimeout;
    private @Nullable Boolean trackAllocations;
    private final Map<String, Map<String, String>> platformOptions = new TreeMap<>();
    private @Nullable ConfigSource properties;
    private @Nullable ConfigSource environment;

    private Builder() {}

    private Builder(Builder other) {
      this.platform = other.platform;
      this.deviceId = other.deviceId;
      this.transferMode = other.transferMode;
      this.outputFill = other.outputFill;
      this.runTimeout = other.runTimeout;
      this.trackAllocations = other.trackAllocations;
      other.platformOptions.forEach(
          (name, options) -> platformOptions.put(name, new TreeMap<>(options)));
      this.properties = other.properties;
      this.environment = other.environment;
    }

    private Builder sources(List<ConfigSource> settled) {
      this.properties = settled.get(0);
      this.environment = settled.get(1);
      return this;
    }

    /** Sets the platform by name; by default the rules choose one. */
    public Builder platform(String name) {
      this.platform = Objects.requireNonNull(name, "name");
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
      Objects.requireNonNull(timeout, "timeout");
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

    /** Sets an option of a platform's own, which is used when that platform is opened. */
    public Builder platformOption(String platform, String name, String value) {
      Objects.requireNonNull(platform, "platform");
      new ConfigValue(platform, "the platform of option '" + name + "'").requireName();
      platformOptions
          .computeIfAbsent(platform, p -> new TreeMap<>())
          .put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
      return this;
    }

    /** Sets what to read in place of the system properties of this process. */
    public Builder systemProperties(Map<String, String> all) {
      this.properties = ConfigSource.systemProperties(Objects.requireNonNull(all, "all"));
      return this;
    }

    /** Sets what to read in place of the environment of this process. */
    public Builder environment(Map<String, String> all) {
      this.environment = ConfigSource.environment(Objects.requireNonNull(all, "all"));
      return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws RejectedCallException if a value that counts is wrong; the message says where it
     *     stands. A value that a stronger source replaces is not looked at.
     */
    public SluiceConfig build() {
      return new SluiceConfig(
          new Builder(this),
          List.of(
              properties != null ? properties : ConfigSource.systemProperties(),
              environment != null ? environment : ConfigSource.environment(System.getenv())));
    }

    private static RejectedCallException rejected(String problem, String remedy) {
      return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
    }
  }
}
