package dev.sluice.core.discovery;

/** Why a platform was refused; the names are stable, so programs and scripts may look at them. */
public enum RefusalCode {
  /** A service file cannot be read, names no class, or has a line that is none. */
  SERVICE_FILE,
  /** The platform's class is there, but no service file names it. */
  SERVICE_FILE_LOST,
  /** The named class, or one that it needs, is missing. */
  CLASS_MISSING,
  /** The class does not implement the SPI, or implements another copy of it. */
  NOT_A_PLATFORM,
  /** The class failed while it was initialised or made. */
  NOT_CREATED,
  /** The platform did not answer in time. */
  TIMED_OUT,
  /** It was compiled for an SPI version that this core does not take. */
  SPI_VERSION,
  /** It does not fit this core, although its SPI version does. */
  INCOMPATIBLE,
  /** It failed, or gave nothing, when asked what it is. */
  BROKEN,
  /** Its name is missing, or is not lower-case letters and digits. */
  NAME_ILLEGAL,
  /** Another platform, found before it, has the name. */
  NAME_TAKEN,
  /** The same class was found before it, in another place. */
  SEEN_TWICE,
  /** It failed, or gave nothing, when asked whether it can be used. */
  PROBE_FAILED
}
