package dev.sluice.core.memory;

import dev.sluice.spi.DeviceFailure;

/** Allocates device memory, and may take it from others to do so. Guarded by the runtime's turn. */
public interface DeviceAllocator {

  /**
   * Allocates device memory.
   *
   * @param bytes at least 1
   * @return a handle that {@link MeteredDevice#free} takes
   * @throws DeviceFailure if there is no room
   */
  long allocate(long bytes);
}
