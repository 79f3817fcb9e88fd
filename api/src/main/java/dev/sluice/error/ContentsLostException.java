package dev.sluice.error;

import org.jspecify.annotations.Nullable;

/**
 * Bytes of a managed tensor are on neither side any more, and the host wanted to read them: a
 * failed launch may have half-written them, or they were only on a device that is gone. The message
 * has their ranges, as has the tensor. Write them anew, or discard them.
 */
public final class ContentsLostException extends SluiceException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception with the failure that lost the bytes, if it is known. */
  public ContentsLostException(ErrorDetail detail, String problem, @Nullable Throwable cause) {
    super(detail, problem, cause);
  }
}
