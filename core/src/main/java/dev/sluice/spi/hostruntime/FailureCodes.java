package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;

/**
 * What the host runtime's codes mean (fact sheet, section 4), and what is left of the device
 * afterwards. Stateless.
 */
final class FailureCodes {

  /** Nothing more is said; of the orchestration's own codes, a deadlock of scopes has it too. */
  private static final int GENERIC = -1;

  /** From an orchestration on the host: it read a tensor that the host cannot see. */
  private static final int INVALID_ARGUMENTS = -5;

  /** The last of those that the orchestration or its scheduler reports in order. */
  private static final int LAST_RECOVERABLE = -11;

  private static final String HOST_ARGUMENTS =
      "an orchestration on host_build_graph runs on the host and cannot read device tensors there;"
          + " name the small ones that it reads in NativeArtifact.hostArguments, and declare them"
          + " IN";

  private FailureCodes() {}

  private static String meaning(long code) {
    if (code > 0) {
      return "the device driver reported it";
    }
    return switch ((int) Math.max(code, Integer.MIN_VALUE)) {
      case GENERIC -> "no reason is given";
      case -2 -> "deadlock in the heap ring";
      case -3 -> "deadlock in flow control";
      case -4 -> "the pool of dependencies overflowed";
      case INVALID_ARGUMENTS -> "invalid arguments";
      case -7 -> "invalid synchronous start";
      case -8 -> "a tensor was waited for too long";
      case -9 -> "the orchestration reported a fatal error";
      case -10 -> "a scope has too many tasks";
      case LAST_RECOVERABLE -> "the tensor map overflowed";
      case -100 -> "the scheduler made no progress in time";
      case -101, -102, -103 -> "an asynchronous error";
      default -> "an unknown code";
    };
  }

  /** Returns the failure of a run that was launched and has ended. */
  static DeviceFailure ofRun(long code) {
    String problem = "the run ended with code " + code + " (" + meaning(code) + ")";
    boolean isRecoverable = code < GENERIC && code >= LAST_RECOVERABLE;
    DeviceFailure failure =
        isRecoverable
            ? DeviceFailure.failed(problem, null)
            : DeviceFailure.lost(
                problem + ", after which another run on this device would hang or fail", null);
    return failure.withNativeCode(code);
  }

  /**
   * Returns the failure of a run that was not launched: nothing ran on the device.
   *
   * @param readsOnHost whether orchestrations run on the host
   */
  static DeviceFailure ofPreparation(NativeFailure failure, boolean readsOnHost) {
    DeviceFailure plain = failure.asDeviceFailure();
    if (!readsOnHost || !failure.isCoded()) {
      return plain;
    }
    if (failure.code() == INVALID_ARGUMENTS) {
      return plain.withRemedy(HOST_ARGUMENTS);
    }
    // One that goes on with what it could not read stops at an assertion, whose code is this.
    return failure.code() == GENERIC
        ? plain.withRemedy("see the host runtime's log; if it names a host view: " + HOST_ARGUMENTS)
        : plain;
  }
}
