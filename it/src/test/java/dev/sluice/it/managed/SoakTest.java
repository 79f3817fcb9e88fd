package dev.sluice.it.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.BoundCall;
import dev.sluice.DeviceRuntime;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs over managed tensors for a long time, with host writes, reads, evictions and tensors that
 * come and go, and prints memory and latency of each tenth of it. Memory is held to be flat; how
 * flat the latency is, a reader says.
 */
@Tag("soak")
class SoakTest {

  private static final int PARTS = 10;
  private static final int TENSORS = 6;
  private static final int ELEMENTS = 16 * 1024;
  private static final long BYTES = (long) ELEMENTS * Integer.BYTES;
  private static final long ROOM = 4 * BYTES;

  /** Latencies kept of a part; the newest ones, if there are more. */
  private final int[] nanos = new int[1 << 20];

  private int additions;

  @Test
  void memory_is_flat() {
    Duration whole = Duration.parse(System.getProperty("sluice.soak", "PT10M"));
    long[] heap = new long[PARTS];
    long[] direct = new long[PARTS];
    System.out.printf("soak of %s%n", whole);
    System.out.println("part      runs  median us   99 % us  heap KiB  direct KiB  evictions");
    try (DeviceRuntime runtime =
        Sluice.builder()
            .platform(new SimPlatform(SimOptions.builder().capacityBytes(ROOM).build()))
            .open()) {
      List<ManagedTensor> tensors =
          IntStream.range(0, TENSORS)
              .mapToObj(i -> runtime.manage(DataType.INT32, Shape.of(ELEMENTS)))
              .toList();
      List<BoundCall> calls =
          tensors.stream()
              .map(tensor -> runtime.register(Kernels.first()).bind(TaskArgs.of(tensor)))
              .toList();
      for (int part = 0; part < PARTS; part++) {
        int runs = part(runtime, tensors, calls, whole.dividedBy(PARTS));
        System.gc();
        heap[part] = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        direct[part] = directBytes();
        print(part, runs, heap[part], direct[part], runtime.totals().evictions());
        assertThat(runtime.totals().liveBytes()).isLessThanOrEqualTo(ROOM);
      }
      assertThat(runtime.totals().evictions()).isPositive();
      assertThat(tensors.stream().mapToInt(SoakTest::first).sum()).isEqualTo(additions);
    }
    // The first part loads classes; a leak of one object a run would show many times over.
    assertThat(heap[PARTS - 1]).isLessThan(heap[1] + (1 << 20));
    assertThat(direct[PARTS - 1]).isLessThanOrEqualTo(direct[1]);
  }

  private int part(
      DeviceRuntime runtime, List<ManagedTensor> tensors, List<BoundCall> calls, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    int runs = 0;
    while (System.nanoTime() < end) {
      int which = runs % 16 < 12 ? runs % 2 : runs % TENSORS; // two are hot
      ManagedTensor tensor = tensors.get(which);
      tensor.update(1 + runs % 100, 1, view -> view.setInt(0, view.getInt(0) + 1));
      long start = System.nanoTime();
      calls.get(which).run();
      nanos[runs % nanos.length] = (int) Math.min(Integer.MAX_VALUE, System.nanoTime() - start);
      additions++;
      runs++;
      if (runs % 64 == 0) {
        assertThat(first(tensor)).isPositive();
        try (ManagedTensor passing =
            runtime.manage(HostTensor.wrap(new int[ELEMENTS], Shape.of(ELEMENTS)))) {
          runtime.run(Kernels.first(), TaskArgs.of(passing));
          assertThat(first(passing)).isEqualTo(1);
        }
      }
    }
    return runs;
  }

  private void print(int part, int runs, long heap, long direct, long evictions) {
    int[] sorted = Arrays.copyOf(nanos, Math.min(runs, nanos.length));
    Arrays.sort(sorted);
    System.out.printf(
        "%4d %,9d %10.1f %9.1f %,9d %,11d %,10d%n",
        part + 1,
        runs,
        sorted[sorted.length / 2] / 1e3,
        sorted[(int) (sorted.length * 0.99)] / 1e3,
        heap >> 10,
        direct >> 10,
        evictions);
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static int first(ManagedTensor tensor) {
    int[] value = new int[1];
    tensor.read(0, 1, view -> value[0] = view.getInt(0));
    return value[0];
  }
}
