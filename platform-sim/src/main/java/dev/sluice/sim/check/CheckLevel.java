package dev.sluice.sim.check;

/** How closely a simulated device looks at what kernels do with their arguments. */
public enum CheckLevel {
  /** Not at all; an index outside an argument still fails the launch. */
  OFF,
  /**
   * Every access by a view: writing an argument that is only read, and reading what has not been
   * written of one that is only written, fail the launch.
   */
  ACCESS,
  /**
   * That, and the launch as a whole: what was left unwritten, and what was copied for nothing. A
   * kernel on buffers runs again, with other contents in its outputs.
   */
  FULL
}
