package dev.sluice;

/** Whether a platform drives a real device. */
public enum PlatformKind {
  /** A real device. */
  HARDWARE,
  /** A simulated one; never chosen unless named. */
  SIMULATED
}
