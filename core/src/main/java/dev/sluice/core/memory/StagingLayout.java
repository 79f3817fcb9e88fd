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
    long[] bytes = new long[arguments.size()];
    int slab = 0;
    for (int i = 0; i < arguments.size(); i++) {
      TransferPlan.Argument argument = arguments.get(i);
      if (!argument.isStaged()) {
        continue;
      }
      if (bytes[slab] > largestAllocationBytes - argument.byteCount()) {
        slab++;
      }
      slabs[i] = slab;
      offsets[i] = bytes[slab];
      bytes[slab] =
          Math.min(largestAllocationBytes, bytes[slab] + sliceBytes(argument.byteCount()));
    }
    int used = bytes.length == 0 || bytes[slab] == 0 ? slab : slab + 1;
    return new StagingLayout(slabs, offsets, Arrays.copyOf(bytes, used));
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
