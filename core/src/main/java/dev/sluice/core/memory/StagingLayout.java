package dev.sluice.core.memory;

import dev.sluice.TransferPlan;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a plan's staged arguments lie: in which slab, and where in it. Slabs are filled with the
 * packed arguments, in the order of their packs and without gaps, then with the others in argument
 * order, each up to the largest allocation; normally there is one. Immutable.
 */
public final class StagingLayout {

  /** Staged tensors start at multiples of this; the native runtime stages in the same steps. */
  static final long SLICE_ALIGNMENT_BYTES = 1024;

  /**
   * Packed ones start at multiples of this, at which the native runtime aligns what it is given.
   */
  public static final long PACKED_ALIGNMENT_BYTES = 64;

  private static final long[] NO_SLABS = {};

  private final int[] slabs;
  private final long[] offsets;
  private final long[] slabBytes;

  private StagingLayout(int[] slabs, long[] offsets, long[] slabBytes) {
    this.slabs = slabs;
    this.offsets = offsets;
    this.slabBytes = slabBytes;
  }

  /**
   * Lays a plan out.
   *
   * @param largestAllocationBytes at least the bytes of every staged argument, and of every pack
   */
  public static StagingLayout of(TransferPlan plan, long largestAllocationBytes) {
    List<TransferPlan.Argument> arguments = plan.arguments();
    int[] slabs = new int[arguments.size()];
    long[] offsets = new long[arguments.size()];
    long[] bytes = new long[1];
    int slab = 0;
    Set<Integer> packed = packed(plan);
    for (int index : packed) {
      offsets[index] = bytes[0];
      bytes[0] += arguments.get(index).byteCount();
    }
    bytes[0] = Math.min(largestAllocationBytes, aligned(bytes[0]));
    for (TransferPlan.Argument argument : arguments) {
      if (!argument.isStaged() || packed.contains(argument.index())) {
        continue;
      }
      if (bytes[slab] > largestAllocationBytes - argument.byteCount()) {
        slab++;
        bytes = Arrays.copyOf(bytes, slab + 1);
      }
      slabs[argument.index()] = slab;
      offsets[argument.index()] = bytes[slab];
      bytes[slab] = Math.min(largestAllocationBytes, bytes[slab] + aligned(argument.byteCount()));
    }
    boolean anyStaged = bytes[0] > 0;
    return new StagingLayout(slabs, offsets, anyStaged ? bytes : NO_SLABS);
  }

  /** Both packs are one stretch: what goes both ways ends the one and begins the other. */
  private static Set<Integer> packed(TransferPlan plan) {
    if (plan.packs().isEmpty()) {
      return Set.of();
    }
    Set<Integer> packed = new LinkedHashSet<>();
    plan.packs().forEach(pack -> packed.addAll(pack.arguments()));
    return packed;
  }

  private static long aligned(long bytes) {
    return (bytes + SLICE_ALIGNMENT_BYTES - 1) & -SLICE_ALIGNMENT_BYTES;
  }

  int slabCount() {
    return slabBytes.length;
  }

  long slabBytes(int slab) {
    return slabBytes[slab];
  }

  int slab(int argument) {
    return slabs[argument];
  }

  /** Returns where a staged argument starts in its slab, in bytes. */
  public long offset(int argument) {
    return offsets[argument];
  }
}
