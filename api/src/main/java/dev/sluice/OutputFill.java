package dev.sluice;

/**
 * What an OUT host tensor's device memory holds when the kernel starts, where nothing was uploaded
 * to it: in mode GATED. Chosen per runtime.
 */
public enum OutputFill {
  /** Whatever it held before; the kernel must write all of it. The default. */
  NONE,
  /** Zeros, filled on the device, without an upload. */
  ZERO
}
