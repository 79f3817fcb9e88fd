package dev.sluice.core.memory;

import dev.sluice.TransferPlan;
import dev.sluice.spi.DeviceFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The device memory of a run's host tensors, kept between runs: a list of slabs, each at most the
 * largest allocation, normally one. A slab that is too small is freed, then allocated anew; none
 * ever shrinks until {@link #trim}. Guarded by the runtime's turn.
 */
public final class Staging {

  /**
   * Staged tensors start at multiples of this; the native runtime stages likewise (fact sheet, 10).
   */
  public static final long SLICE_ALIGNMENT_BYTES = 1024;

  private record Slab(long handle, long bytes) {}

  private final MeteredDevice device;
  private final List<Slab> slabs = new ArrayList<>();
  private @Nullable TransferPlan laidOut;
  private int[] slabOf = {};
  private long[] offsetOf = {};
  private long version;

  /** Makes an empty staging area. */
  public Staging(MeteredDevice device) {
    this.device = device;
  }

  /** Returns {@code byteCount} rounded up to whole slices. */
  public static long sliceBytes(long byteCount) {
    return (byteCount + SLICE_ALIGNMENT_BYTES - 1) & -SLICE_ALIGNMENT_BYTES;
  }

  /**
   * Gives every staged argument of a plan its place, growing where there is too little.
   *
   * @throws DeviceFailure if the device has no room; the area is then empty
   */
  public void reserve(TransferPlan plan) {
    if (plan == laidOut) {
      return;
    }
    laidOut = null;
    long[] required = layOut(plan);
    try {
      for (int i = 0; i < required.length; i++) {
        grow(i, required[i]);
      }
    } catch (DeviceFailure first) {
      emptyAfter(first);
      throw first;
    }
    version++;
    laidOut = plan;
  }

  /** Assigns slabs and offsets in argument order; returns the bytes that each slab must have. */
  private long[] layOut(TransferPlan plan) {
    List<TransferPlan.Argument> arguments = plan.arguments();
    slabOf = new int[arguments.size()];
    offsetOf = new long[arguments.size()];
    long most = device.limits().largestAllocationBytes();
    long[] required = new long[arguments.size()];
    int slab = 0;
    for (int i = 0; i < arguments.size(); i++) {
      TransferPlan.Argument argument = arguments.get(i);
      if (!argument.isStaged()) {
        continue;
      }
      if (required[slab] > most - argument.byteCount()) {
        slab++;
      }
      slabOf[i] = slab;
      offsetOf[i] = required[slab];
      required[slab] = Math.min(most, required[slab] + sliceBytes(argument.byteCount()));
    }
    int used = required.length == 0 || required[slab] == 0 ? slab : slab + 1;
    return Arrays.copyOf(required, used);
  }

  private void grow(int index, long bytes) {
    if (index < slabs.size()) {
      Slab old = slabs.get(index);
      if (old.bytes() >= bytes) {
        return;
      }
      slabs.set(index, new Slab(0, 0)); // given up before it is freed, so that it is freed once
      if (old.bytes() > 0) {
        device.free(old.handle());
      }
      slabs.set(index, new Slab(device.allocate(bytes), bytes));
    } else {
      slabs.add(new Slab(device.allocate(bytes), bytes));
    }
  }

  private void emptyAfter(DeviceFailure first) {
    try {
      trim();
    } catch (DeviceFailure second) {
      TryAll.first(first, second);
    }
  }

  /** Frees all slabs; the first failure is thrown once all were tried. */
  public void trim() {
    laidOut = null;
    version++;
    List<Slab> given = slabs.stream().filter(slab -> slab.bytes() > 0).toList();
    slabs.clear();
    TryAll.each(given, slab -> device.free(slab.handle()));
  }

  /** Returns a number that changes whenever places change. */
  public long version() {
    return version;
  }

  /** Returns the allocation that a staged argument of the reserved plan lies in. */
  public long handle(int argumentIndex) {
    return slabs.get(slabOf[argumentIndex]).handle();
  }

  /** Returns where a staged argument of the reserved plan starts in its allocation, in bytes. */
  public long offset(int argumentIndex) {
    return offsetOf[argumentIndex];
  }
}
