package dev.sluice;

/** Where an argument's contents are during a run. */
public enum Placement {
  /** In host memory, with staging memory on the device for the run. */
  HOST,
  /** On the device already; no run copies it. */
  DEVICE,
  /** On both sides; a run uploads what it reads and the device does not have. */
  MANAGED,
  /** In host memory, handed to the platform as such, which transfers it itself. */
  DELEGATED
}
