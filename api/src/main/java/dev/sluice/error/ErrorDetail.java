package dev.sluice.error;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where a failure happened and what to do about it; every part may be absent. Immutable.
 *
 * <p>{@link #describe(String)} turns it into the one message form that all errors share: {@code
 * callable 'attention' on sim:0, argument 2 'key_cache' (4096 bytes): problem; remedy}.
 */
public final class ErrorDetail {

  private static final ErrorDetail NONE = builder().build();

  private final @Nullable String platform;
  private final @Nullable String device;
  private final @Nullable String callable;
  private final @Nullable ArgumentRef argument;
  private final @Nullable Long byteCount;
  private final @Nullable Long nativeCode;
  private final @Nullable String remedy;

  private ErrorDetail(Builder builder) {
    this.platform = builder.platform;
    this.device = builder.device;
    this.callable = builder.callable;
    this.argument = builder.argument;
    this.byteCount = builder.byteCount;
    this.nativeCode = builder.nativeCode;
    this.remedy = builder.remedy;
  }

  /** Returns a detail that knows nothing. */
  public static ErrorDetail none() {
    return NONE;
  }

  /** Returns a detail that knows only what to do. */
  public static ErrorDetail remedy(String remedy) {
    return builder().remedy(remedy).build();
  }

  /** Returns a builder whose parts are all absent. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts with the parts of this detail. */
  public Builder toBuilder() {
    Builder copy = new Builder();
    copy.platform = platform;
    copy.device = device;
    copy.callable = callable;
    copy.argument = argument;
    copy.byteCount = byteCount;
    copy.nativeCode = nativeCode;
    copy.remedy = remedy;
    return copy;
  }

  /** Returns the platform's name, such as {@code sim}, or null. */
  public @Nullable String platform() {
    return platform == null && device != null ? device.substring(0, device.indexOf(':')) : platform;
  }

  /** Returns the device as platform and number, such as {@code sim:0}, or null. */
  public @Nullable String device() {
    return device;
  }

  /** Returns the callable's name, or null. */
  public @Nullable String callable() {
    return callable;
  }

  /** Returns the tensor argument that the failure is about, or null. */
  public @Nullable ArgumentRef argument() {
    return argument;
  }

  /** Returns how many bytes the failure is about, if it is about bytes. */
  public OptionalLong byteCount() {
    return byteCount == null ? OptionalLong.empty() : OptionalLong.of(byteCount);
  }

  /** Returns the code that the native runtime gave, if there is one. */
  public OptionalLong nativeCode() {
    return nativeCode == null ? OptionalLong.empty() : OptionalLong.of(nativeCode);
  }

  /** Returns what to do about it, or null. */
  public @Nullable String remedy() {
    return remedy;
  }

  /** Returns the parts that are known, in the form of a message. */
  @Override
  public String toString() {
    return describe("...");
  }

  String describe(String problem) {
    StringBuilder text = new StringBuilder();
    if (callable != null) {
      text.append("callable '").append(callable).append('\'');
    }
    if (device != null || platform != null) {
      text.append(text.isEmpty() ? "" : " on ").append(device != null ? device : platform);
    }
    if (argument != null) {
      text.append(text.isEmpty() ? "" : ", ").append(argument);
    }
    if (byteCount != null) {
      text.append(text.isEmpty() ? "(" : " (").append(byteCount);
      text.append(byteCount == 1 ? " byte)" : " bytes)");
    }
    text.append(text.isEmpty() ? "" : ": ").append(problem);
    if (nativeCode != null) {
      text.append(" (native code ").append(nativeCode).append(')');
    }
    if (remedy != null) {
      text.append("; ").append(remedy);
    }
    return text.toString();
  }

  /** Collects the parts of an {@link ErrorDetail}. Not thread-safe. */
  public static final class Builder {

    private @Nullable String platform;
    private @Nullable String device;
    private @Nullable String callable;
    private @Nullable ArgumentRef argument;
    private @Nullable Long byteCount;
    private @Nullable Long nativeCode;
    private @Nullable String remedy;

    private Builder() {}

    /** Sets the platform's name. */
    public Builder platform(String name) {
      this.platform = name;
      return this;
    }

    /** Sets the device, as platform and number: {@code sim:0}. */
    public Builder device(String name) {
      if (name.indexOf(':') < 1) {
        throw new IllegalArgumentException("'" + name + "' is not a platform and a number");
      }
      this.device = name;
      return this;
    }

    /** Sets the callable's name. */
    public Builder callable(String name) {
      this.callable = name;
      return this;
    }

    /** Sets the tensor argument. */
    public Builder argument(ArgumentRef reference) {
      this.argument = reference;
      return this;
    }

    /** Sets the tensor argument by its parts. */
    public Builder argument(int index, @Nullable String name) {
      return argument(new ArgumentRef(index, name));
    }

    /** Sets the number of bytes. */
    public Builder byteCount(long bytes) {
      this.byteCount = bytes;
      return this;
    }

    /** Sets the native runtime's code. */
    public Builder nativeCode(long code) {
      this.nativeCode = code;
      return this;
    }

    /** Sets what to do about the failure: an imperative clause without a full stop. */
    public Builder remedy(@Nullable String text) {
      this.remedy = text;
      return this;
    }

    /** Returns the detail. */
    public ErrorDetail build() {
      return new ErrorDetail(this);
    }
  }
}
