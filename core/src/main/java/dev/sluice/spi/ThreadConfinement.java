package dev.sluice.spi;

/** Which threads may call a device context. Calls never overlap, whatever the value. */
public enum ThreadConfinement {
  /** Any thread, one at a time. */
  ANY,
  /** One thread of the context's own, which also opens and closes it; the core keeps it. */
  DEDICATED
}
