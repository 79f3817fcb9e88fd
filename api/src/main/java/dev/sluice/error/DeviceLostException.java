package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * The device is lost: it timed out, was poisoned, or failed in a way that it cannot recover from.
 * The runtime is of no further use but can be closed; the cause is the first failure.
 */
public final class DeviceLostException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public DeviceLostException(ErrorDetail detail, String problem) {
    this(detail, problem, null);
  }

  /** Makes an exception with the failure that led to it. */
  public DeviceLostException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
