package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * A device could not give the memory that was asked for, or take memory back. No host byte changed;
 * the runtime stays usable.
 */
public final class DeviceMemoryException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public DeviceMemoryException(ErrorDetail detail, String problem) {
    this(detail, problem, null);
  }

  /** Makes an exception with the failure that led to it. */
  public DeviceMemoryException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
