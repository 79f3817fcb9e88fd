package dev.sluice.sim.kernel;

import dev.sluice.sim.check.Finding.Kind;
import dev.sluice.sim.check.Findings;
import dev.sluice.sim.check.Ranges;
import dev.sluice.spi.LaunchArgument;
import java.util.List;

/** Looks at what a kernel that has ended did with its arguments by views. Stateless. */
final class WholeLaunch {

  private WholeLaunch() {}

  /** Reports the bytes that the kernel left as they were, of what it is only to write. */
  static void check(KernelRun run, Findings findings) {
    List<LaunchArgument> arguments = run.request().arguments();
    for (int i = 0; i < arguments.size(); i++) {
      LaunchArgument argument = arguments.get(i);
      if (argument.isWritable() && !argument.isReadable()) {
        Ranges unwritten = unwritten(run, i, argument);
        if (!unwritten.isEmpty()) {
          findings.add(Kind.UNWRITTEN, run.callable(), i, argument, unwritten);
        }
      }
    }
  }

  private static Ranges unwritten(KernelRun run, int index, LaunchArgument argument) {
    long elementCount = argument.shape().elementCount();
    int elementBytes = argument.dataType().byteSize();
    WrittenElements written = run.written(index);
    Ranges ranges = new Ranges();
    if (written == null) {
      ranges.add(0, elementCount * elementBytes);
      return ranges;
    }
    long from = written.firstUnwritten(0, elementCount);
    while (from >= 0) {
      long next = written.firstWritten(from, elementCount - from);
      long end = next < 0 ? elementCount : next;
      ranges.add(from * elementBytes, (end - from) * elementBytes);
      from = written.firstUnwritten(end, elementCount - end);
    }
    return ranges;
  }
}
