package dev.sluice.sim.ledger;

import org.jspecify.annotations.Nullable;

/**
 * One thing that a device did. Immutable.
 *
 * @param kind what
 * @param handle the allocation; 0 where there is none
 * @param offset first byte in the allocation
 * @param byteCount bytes allocated, freed, copied or filled
 * @param callable the callable's name, for launches and registrations; otherwise null
 */
public record Operation(
    Kind kind, long handle, long offset, long byteCount, @Nullable String callable) {

  /** What a device does. */
  public enum Kind {
    /** Memory was allocated. */
    ALLOCATE,
    /** Memory was freed. */
    FREE,
    /** Bytes were copied to the device. */
    UPLOAD,
    /** Bytes were copied to the host. */
    DOWNLOAD,
    /** Bytes were filled by request, not by the simulator's own refill. */
    FILL,
    /** A callable was loaded. */
    REGISTER,
    /** A callable was unloaded. */
    UNREGISTER,
    /** A launch was accepted. */
    LAUNCH
  }
}
