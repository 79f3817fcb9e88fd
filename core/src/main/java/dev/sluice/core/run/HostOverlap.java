package dev.sluice.core.run;

import dev.sluice.TransferPlan;
import dev.sluice.core.memory.HostSpan;
import dev.sluice.core.transfer.Replicated;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two arguments of one call that name the same host bytes, of which at least one is written.
 *
 * @param first the argument whose bytes start lower
 * @param second the other
 * @param shared the bytes that both name, counted from the start of {@code second}
 */
record HostOverlap(TransferPlan.Argument first, TransferPlan.Argument second, ByteRange shared) {

  private record Interval(TransferPlan.Argument argument, HostSpan.Part part) {

    long start() {
      return part.start();
    }

    long end() {
      return part.end();
    }

    boolean isWritten() {
      return argument.direction().isWritten();
    }
  }

  /** Returns one forbidden overlap, if there is any. */
  static Optional<HostOverlap> find(TransferPlan plan, List<Tensor> tensors) {
    Map<Object, List<Interval>> bySpace = new IdentityHashMap<>(1); // usually all is off-heap
    for (TransferPlan.Argument argument : plan.arguments()) {
      Tensor tensor = tensors.get(argument.index());
      if (tensor instanceof HostTensor host) {
        add(bySpace, argument, host);
      } else if (tensor instanceof Replicated managed) {
        add(bySpace, argument, managed.hostReplica());
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
    for (HostSpan.Part part : HostSpan.of(tensor).parts()) {
      intervals(bySpace, part.space()).add(new Interval(argument, part));
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
                new ByteRange(next.start() - next.part().tensorStart(), length)));
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
