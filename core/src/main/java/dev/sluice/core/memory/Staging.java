package dev.sluice.core.memory;

import dev.sluice.spi.DeviceFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * The device memory of a run's host tensors, kept between runs: a list of slabs, each at most the
 * largest allocation, normally one. A slab that is too small is freed, then allocated anew; none
 * ever shrinks until {@link #trim}. Guarded by the runtime's turn.
 */
public final class Staging {

  private record Slab(long handle, long bytes) {}

  private static final Slab NONE = new Slab(0, 0);

  private final MeteredDevice device;
  private final DeviceAllocator allocator;
  private final List<Slab> slabs = new ArrayList<>();
  private long version;

  /** Makes an empty staging area. */
  public Staging(MeteredDevice device, DeviceAllocator allocator) {
    this.device = device;
    this.allocator = allocator;
  }

  /**
   * Makes room for a layout.
   *
   * @throws DeviceFailure if the device has too little; the area is then empty
   */
  public void reserve(StagingLayout layout) {
    try {
      for (int slab = 0; slab < layout.slabCount(); slab++) {
        grow(slab, layout.slabBytes(slab));
      }
    } catch (DeviceFailure first) {
      emptyAfter(first);
      throw first;
    }
  }

  private void grow(int index, long bytes) {
    if (index == slabs.size()) {
      slabs.add(NONE);
    }
    Slab old = slabs.get(index);
    if (old.bytes() >= bytes) {
      return;
    }
    version++;
    slabs.set(index, NONE); // given up before it is freed, so that it is freed once
    if (old != NONE) {
      device.free(old.handle());
    }
    slabs.set(index, new Slab(allocator.allocate(bytes), bytes));
  }

  private void emptyAfter(DeviceFailure first) {
    try {
      trim();
    } catch (DeviceFailure second) {
      TryAll.first(first, second);
    }
  }

  /** Returns the bytes that the area will have once it was reserved for a layout. */
  public long bytesWith(StagingLayout layout) {
    long bytes = 0;
    for (int slab = 0; slab < Math.max(slabs.size(), layout.slabCount()); slab++) {
      long kept = slab < slabs.size() ? slabs.get(slab).bytes() : 0;
      bytes += Math.max(kept, slab < layout.slabCount() ? layout.slabBytes(slab) : 0);
    }
    return bytes;
  }

  /** Frees all slabs; the first failure is thrown once all were tried. */
  public void trim() {
    version++;
    List<Slab> given = slabs.stream().filter(slab -> slab != NONE).toList();
    slabs.clear();
    TryAll.each(given, slab -> device.free(slab.handle()));
  }

  /** Returns a number that changes whenever memory has moved. */
  public long version() {
    return version;
  }

  /** Returns the allocation that a staged argument of a reserved layout lies in. */
  public long handle(StagingLayout layout, int argument) {
    return slabs.get(layout.slab(argument)).handle();
  }
}
