package dev.sluice;

/**
 * What a callable does with a tensor argument: the declaration from which transfers follow. A wrong
 * declaration loses data, so declare {@link #INOUT} where in doubt.
 */
public enum ArgDirection {
  /** Only read. A host tensor goes up and does not come back. */
  IN(true, false),
  /**
   * Only written, and written whole. A host tensor comes down and does not go up; bytes that the
   * kernel leaves unwritten are undefined and do overwrite the host's.
   */
  OUT(false, true),
  /** Read and written, or written in part. A host tensor goes up and comes down. */
  INOUT(true, true),
  /** Not declared. A host tensor goes up and comes down, to be safe. */
  UNKNOWN(true, true);

  private final boolean read;
  private final boolean written;

  ArgDirection(boolean read, boolean written) {
    this.read = read;
    this.written = written;
  }

  /** Returns whether the callable may read the contents that the argument has before the run. */
  public boolean isRead() {
    return read;
  }

  /** Returns whether the callable may write the argument. */
  public boolean isWritten() {
    return written;
  }
}
