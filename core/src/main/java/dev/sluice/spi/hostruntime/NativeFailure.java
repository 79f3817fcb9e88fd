package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;

/**
 * What the JNI library throws: a kind, the host runtime's own code and a sentence that starts with
 * the step that failed. The one place in C that throws makes it.
 */
public final class NativeFailure extends RuntimeException {

  /** The host runtime answered with an error code. */
  public static final int FAILED = 0;

  /** Not attempted, or a library that is not the one we speak to. */
  public static final int REFUSED = 1;

  /** No host memory. */
  public static final int OUT_OF_MEMORY = 2;

  private static final long serialVersionUID = 1L;

  private final int kind;
  private final long code;

  /**
   * Makes a failure; called from C.
   *
   * @param code 0 unless the kind is FAILED
   */
  public NativeFailure(int kind, long code, String message) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  /** Returns the host runtime's code; 0 where there is none. */
  long code() {
    return code;
  }

  /** Returns whether the host runtime answered with an error code. */
  boolean isCoded() {
    return kind == FAILED;
  }

  /** Returns whether it happened in this step: the message starts with it. */
  boolean isIn(String step) {
    return String.valueOf(getMessage()).startsWith(step + ":");
  }

  /** Returns what the failure means where nothing is known but its kind. */
  DeviceFailure asDeviceFailure() {
    String problem = String.valueOf(getMessage());
    return switch (kind) {
      case REFUSED -> DeviceFailure.refused(problem, null);
      case OUT_OF_MEMORY -> DeviceFailure.outOfMemory(problem);
      default -> DeviceFailure.failed(problem, this).withNativeCode(code);
    };
  }
}
