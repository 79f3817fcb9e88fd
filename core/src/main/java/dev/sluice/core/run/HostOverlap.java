package dev.sluice.core.run;

import dev.sluice.TransferPlan;
import dev.sluice.core.memory.BufferAddress;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HeapMemory;
import dev.sluice.tensor.HostMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two arguments of one call that name the same host bytes, of which at least one is written. Direct
 * memory is compared by address, heap memory by its array.
 *
 * @param first the argument whose bytes start lower
 * @param second the other
 * @param shared the bytes that both name, counted from the start of {@code second}
 */
record HostOverlap(TransferPlan.Argument first, TransferPlan.Argument second, ByteRange shared) {

  /** Stands for all memory that has an address. */
  private static final Object OFF_HEAP = new Object();

  private record Interval(TransferPlan.Argument argument, long start, long end, long tensorStart) {

    boolean isWritten() {
      return argument.direction().isWritten();
    }
  }

  /** Returns one forbidden overlap, if there is any. */
  static Optional<HostOverlap> find(TransferPlan plan, List<Tensor> tensors) {
    Map<Object, List<Interval>> bySpace = new IdentityHashMap<>(1); // usually all is off-heap
    for (TransferPlan.Argument argument : plan.arguments()) {
      if (argument.byteCount() > 0 && tensors.get(argument.index()) instanceof HostTensor tensor) {
        add(bySpace, argument, tensor);
      }
    }
    for (List<Interval> intervals : bySpace.values()) {
      Optional<HostOverlap> found = sweep(intervals);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static void add(
      Map<Object, List<Interval>> bySpace, TransferPlan.Argument argument, HostTensor tensor) {
    HostMemory memory = tensor.memory();
    if (memory instanceof DirectMemory direct) {
      for (long done = 0; done < tensor.byteCount(); ) {
        long at = tensor.offsetBytes() + done;
        int length = (int) Math.min(direct.contiguousBytes(at), tensor.byteCount() - done);
        long address = BufferAddress.of(direct.range(at, length));
        intervals(bySpace, OFF_HEAP)
            .add(new Interval(argument, address, address + length, address - done));
        done += length;
      }
    } else if (memory instanceof HeapMemory heap) {
      Object array = heap.array();
      // Behind a read-only heap buffer the array is hidden; one tensor object still overlaps
      // itself.
      Object space = array == null ? heap : array;
      long start = heap.arrayOffset() + tensor.offsetBytes();
      intervals(bySpace, space)
          .add(new Interval(argument, start, start + tensor.byteCount(), start));
    }
  }

  private static List<Interval> intervals(Map<Object, List<Interval>> bySpace, Object space) {
    return bySpace.computeIfAbsent(space, any -> new ArrayList<>());
  }

  /**
   * Goes through intervals by start, with the one that reaches farthest so far, of all and of those
   * written.
   */
  private static Optional<HostOverlap> sweep(List<Interval> intervals) {
    intervals.sort(Comparator.comparingLong(Interval::start));
    Interval farthest = null;
    Interval farthestWritten = null;
    for (Interval next : intervals) {
      Interval rival = next.isWritten() ? farthest : farthestWritten;
      if (rival != null && rival.end() > next.start()) {
        long length = Math.min(rival.end(), next.end()) - next.start();
        return Optional.of(
            new HostOverlap(
                rival.argument(),
                next.argument(),
                new ByteRange(next.start() - next.tensorStart(), length)));
      }
      if (farthest == null || next.end() > farthest.end()) {
        farthest = next;
      }
      if (next.isWritten() && (farthestWritten == null || next.end() > farthestWritten.end())) {
        farthestWritten = next;
      }
    }
    return Optional.empty();
  }
}
