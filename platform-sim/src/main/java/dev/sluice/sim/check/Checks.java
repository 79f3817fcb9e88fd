package dev.sluice.sim.check;

/**
 * The checks of one device: how closely it looks, what it found wrong, and what it watches of
 * copies. Thread-safe.
 */
public final class Checks {

  private final CheckLevel level;
  private final Findings findings = new Findings();
  private final TransferWatch transfers = new TransferWatch();

  /** Makes checks that have found nothing. */
  public Checks(CheckLevel level) {
    this.level = level;
  }

  /** Returns whether each access by a view is looked at. */
  public boolean seeAccess() {
    return level != CheckLevel.OFF;
  }

  /** Returns whether launches are looked at as a whole. */
  public boolean seeLaunches() {
    return level == CheckLevel.FULL;
  }

  /** Returns what was found wrong. */
  public Findings findings() {
    return findings;
  }

  /** Returns what watches copies; to be told only where launches are looked at. */
  public TransferWatch transfers() {
    return transfers;
  }
}
