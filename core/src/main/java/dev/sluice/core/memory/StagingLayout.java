package dev.sluice.core.memory;

import dev.sluice.TransferPlan;
import java.util.Arrays;
import java.util.List;

/**
 * Where a plan's staged arguments lie: in which slab, and where in it. Slabs are filled in argument
 * order, each up to the largest allocation; normally there is one. Immutable.
 */
public final class StagingLayout {

  /** Staged tensors start at multiples of this; the native runtime stages in the same steps. */
  static final long SLICE_ALIGNMENT_BYTES = 1024;

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
   * @param largestAllocationBytes at least the bytes of every staged argument
   */
  public static StagingLayout of(TransferPlan plan, long largestAllocationBytes) {
    List<TransferPlan.Argument> arguments = plan.arguments();
    int[] slabs = new int[arguments.size()];
    long[] offsets = new long[arguments.size()];
    long[] bytes = new long[1];
    int slab = 0;
    for (int i = 0; i < arguments.size(); i++) {
      TransferPlan.Argument argument = arguments.get(i);
      if (!argument.isStaged()) {
        continue;
      }
      if (bytes[slab] > largestAllocationBytes - argument.byteCount()) {
        slab++;
        bytes = Arrays.copyOf(bytes, slab + 1);
      }
      slabs[i] = slab;
      offsets[i] = bytes[slab];
      bytes[slab] =
          Math.min(largestAllocationBytes, bytes[slab] + sliceBytes(argument.byteCount()));
    }
    boolean anyStaged = bytes[0] > 0;
    return new StagingLayout(slabs, offsets, anyStaged ? bytes : NO_SLABS);
  }

  private static long sliceBytes(long byteCount) {
    return (byteCount + SLICE_ALIGNMENT_BYTES - 1) & -SLICE_ALIGNMENT_BYTES;
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
