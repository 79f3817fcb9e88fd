package dev.sluice.tensor;

/** How a mapped file may be used. */
public enum MappedAccess {
  /** The file is only read; a run that would write to it is refused. */
  READ_ONLY,
  /** Writes go to the file. */
  READ_WRITE
}
