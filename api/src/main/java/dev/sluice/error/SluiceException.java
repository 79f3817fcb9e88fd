package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything Sluice throws. The subclass says how far the call had come; the {@link
 * #detail()} says where it failed and what to do, for programs; the message says the same for
 * people.
 */
public abstract sealed class SluiceException extends RuntimeException
    permits RejectedCallException,
        PlatformException,
        DeviceMemoryException,
        TransferException,
        ContentsLostException,
        LaunchException,
        DeviceLostException,
        ClosedRuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ErrorDetail detail;
  private final String problem;

  SluiceException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail.describe(problem), cause);
    this.detail = detail;
    this.problem = problem;
  }

  /** Returns where it happened and what to do about it. */
  public final ErrorDetail detail() {
    return detail == null ? ErrorDetail.none() : detail; // absent after serialization
  }

  /** Returns what went wrong, without the place and the remedy that the message adds. */
  public final String problem() {
    return problem;
  }
}
