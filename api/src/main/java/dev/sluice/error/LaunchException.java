package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * A device refused a launch, or the kernel failed. No host byte changed. The runtime stays usable;
 * device tensors that the call could have written have undefined contents until they are
 * overwritten.
 */
public final class LaunchException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public LaunchException(ErrorDetail detail, String problem) {
    this(detail, problem, null);
  }

  /** Makes an exception with the failure that led to it. */
  public LaunchException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
