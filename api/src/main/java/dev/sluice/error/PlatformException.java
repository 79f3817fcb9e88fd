package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * A platform or one of its devices could not be found or opened, or did not unload a callable or
 * close cleanly. Of a platform that was not found, the message lists those that were, and why each
 * candidate was refused.
 */
public final class PlatformException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public PlatformException(ErrorDetail detail, String problem) {
    this(detail, problem, null);
  }

  /** Makes an exception with the failure that led to it. */
  public PlatformException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
