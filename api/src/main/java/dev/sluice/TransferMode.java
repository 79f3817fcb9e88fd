package dev.sluice;

/** Which rule decides what a run copies. Chosen per runtime. */
public enum TransferMode {
  /**
   * Every host tensor goes up and comes down, whatever its direction: what the upstream runtime did
   * before its fix. The baseline of comparisons, and the mode of audits.
   */
  COPY_ALL,
  /** As {@link #COPY_ALL}, but an IN tensor does not come down: upstream's minimal fix. */
  SKIP_INPUT_DOWNLOAD,
  /** A host tensor moves only as its direction requires. The default. */
  GATED
}
