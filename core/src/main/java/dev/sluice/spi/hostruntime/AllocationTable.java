package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;
import java.util.HashMap;
import java.util.Map;

/**
 * The live allocations of a device by handle. The host runtime ignores a second free and checks no
 * range, so this does. Confined to the context's thread.
 */
final class AllocationTable {

  /** One allocation: where it starts on the device, and how long it is. */
  record Allocation(long address, long bytes) {}

  private final Map<Long, Allocation> live = new HashMap<>();
  private long lastHandle;

  long add(long address, long bytes) {
    live.put(++lastHandle, new Allocation(address, bytes));
    return lastHandle;
  }

  Allocation remove(long handle) {
    Allocation allocation = get(handle);
    live.remove(handle);
    return allocation;
  }

  Allocation get(long handle) {
    Allocation allocation = live.get(handle);
    if (allocation == null) {
      throw DeviceFailure.refused(
          "handle " + handle + " is not allocated on this device",
          handle > 0 && handle <= lastHandle
              ? "it was freed before"
              : "use a handle of this device");
    }
    return allocation;
  }

  /** Returns the address of a range that lies inside an allocation. */
  long address(long handle, long offset, long length) {
    Allocation allocation = get(handle);
    if (offset < 0 || length < 0 || offset > allocation.bytes() - length) {
      throw DeviceFailure.refused(
          "bytes "
              + offset
              + ".."
              + (offset + length)
              + " reach outside an allocation of "
              + allocation.bytes(),
          null);
    }
    return allocation.address() + offset;
  }
}
