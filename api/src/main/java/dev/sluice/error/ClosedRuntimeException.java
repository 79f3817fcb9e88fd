package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/** A runtime, or something that it handed out, was used after it was closed. */
public final class ClosedRuntimeException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public ClosedRuntimeException(ErrorDetail detail, String problem) {
    this(detail, problem, null);
  }

  /** Makes an exception with the failure that led to it. */
  public ClosedRuntimeException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
