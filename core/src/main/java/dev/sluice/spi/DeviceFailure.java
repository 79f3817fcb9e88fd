package dev.sluice.spi;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a platform throws when a device call fails. The core adds the callable, the argument and the
 * device, and throws the exception of the family that fits.
 */
public final class DeviceFailure extends RuntimeException {

  /** What the failure means for the device. */
  public enum Kind {
    /** This call failed; the device goes on. */
    FAILED,
    /** The device has no room for an allocation; the device goes on. */
    OUT_OF_MEMORY,
    /** The call was wrong and the device did nothing; the device goes on. */
    REFUSED,
    /** The device is of no further use. */
    LOST
  }

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final @Nullable Long nativeCode;
  private final @Nullable Integer argument;
  private final @Nullable String remedy;

  private DeviceFailure(
      Kind kind,
      String problem,
      @Nullable Long nativeCode,
      @Nullable Integer argument,
      @Nullable String remedy,
      @Nullable Throwable cause) {
    super(problem, cause);
    this.kind = kind;
    this.nativeCode = nativeCode;
    this.argument = argument;
    this.remedy = remedy;
  }

  /** Makes a failure of this call alone. */
  public static DeviceFailure failed(String problem, @Nullable Throwable cause) {
    return new DeviceFailure(Kind.FAILED, problem, null, null, null, cause);
  }

  /** Makes a failure of an allocation. */
  public static DeviceFailure outOfMemory(String problem) {
    return new DeviceFailure(Kind.OUT_OF_MEMORY, problem, null, null, null, null);
  }

  /** Makes a refusal: the device did nothing. */
  public static DeviceFailure refused(String problem, @Nullable String remedy) {
    return new DeviceFailure(Kind.REFUSED, problem, null, null, remedy, null);
  }

  /** Makes a failure that ends the device. */
  public static DeviceFailure lost(String problem, @Nullable Throwable cause) {
    return new DeviceFailure(Kind.LOST, problem, null, null, null, cause);
  }

  /** Returns this failure with the native runtime's code. */
  public DeviceFailure withNativeCode(long code) {
    return copy(code, argument, remedy);
  }

  /** Returns this failure with the tensor argument that it is about, by position. */
  public DeviceFailure withArgument(int index) {
    return copy(nativeCode, index, remedy);
  }

  /** Returns this failure with what to do about it. */
  public DeviceFailure withRemedy(String text) {
    return copy(nativeCode, argument, text);
  }

  private DeviceFailure copy(@Nullable Long code, @Nullable Integer index, @Nullable String text) {
    DeviceFailure copy = new DeviceFailure(kind, problem(), code, index, text, getCause());
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /** Returns what the failure means for the device. */
  public Kind kind() {
    return kind;
  }

  /** Returns what went wrong. */
  public String problem() {
    return String.valueOf(getMessage());
  }

  /** Returns the native runtime's code, if there is one. */
  public OptionalLong nativeCode() {
    return nativeCode == null ? OptionalLong.empty() : OptionalLong.of(nativeCode);
  }

  /** Returns the position of the tensor argument that the failure is about, if it is about one. */
  public OptionalInt argument() {
    return argument == null ? OptionalInt.empty() : OptionalInt.of(argument);
  }

  /** Returns what to do about it, or null. */
  public @Nullable String remedy() {
    return remedy;
  }
}
