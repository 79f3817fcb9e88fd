package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * A call that was refused before anything was touched: no device call was made for it and no host
 * byte changed. Correct what the message names and call again.
 */
public final class RejectedCallException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public RejectedCallException(ErrorDetail detail, String problem) {
    this(detail, problem, null);
  }

  /** Makes an exception with the failure that led to it. */
  public RejectedCallException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
