package dev.sluice;

/** A way in which bytes cross between host and device. */
public enum Transfer {
  /** Host to device (H2D). */
  UPLOAD,
  /** Device to host (D2H). */
  DOWNLOAD
}
