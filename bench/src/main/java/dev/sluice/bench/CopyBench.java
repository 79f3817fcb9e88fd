package dev.sluice.bench;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A run with one IN tensor of 64 MiB, beside one bulk put of the same bytes.
 *
 * <p>How fast a copy of this size is depends on where its two blocks happen to lie in physical
 * memory, by a fifth from one block to the next. So the off-heap run and its baseline read the same
 * kind of block, allocated first, and write to one that is allocated second.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CopyBench {

  private static final int BYTES = 64 << 20;
  private static final Shape SHAPE = Shape.of(BYTES / Float.BYTES);
  private static final JavaKernel NOTHING = args -> {};

  /** The bytes to copy, off the heap. */
  @State(Scope.Benchmark)
  public static class Source {

    final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Where the baseline copies to. */
  @State(Scope.Benchmark)
  public static class Target {

    ByteBuffer bytes;

    /** Allocates it behind the source. */
    @Setup
    public void allocate(Source source) {
      bytes = ByteBuffer.allocateDirect(source.bytes.capacity());
    }
  }

  /** A device without refill and ledger. */
  @State(Scope.Benchmark)
  public static class Device {

    private final DeviceRuntime runtime =
        Sluice.builder().platform("sim").property("refill", "false").open();

    BoundCall bind(HostTensor tensor) {
      return runtime
          .register(
              DeviceCallable.builder("in")
                  .signature(Signature.builder().in("a").build())
                  .artifact("sim", NOTHING)
                  .build())
          .bind(TaskArgs.of(tensor));
    }

    /** Closes it. */
    @TearDown
    public void close() {
      runtime.close();
    }
  }

  /** The call from off-heap memory. */
  @State(Scope.Benchmark)
  public static class Direct {

    BoundCall call;

    /** Binds it; the device allocates when it runs first. */
    @Setup
    public void bind(Source source, Device device) {
      call = device.bind(HostTensor.wrap(source.bytes, DataType.FLOAT32, SHAPE));
    }
  }

  /** The call from the heap. */
  @State(Scope.Benchmark)
  public static class Heap {

    BoundCall call;

    /** Binds it. */
    @Setup
    public void bind(Device device) {
      call = device.bind(HostTensor.wrap(new float[BYTES / Float.BYTES], SHAPE));
    }
  }

  /** The baseline. */
  @Benchmark
  public ByteBuffer bulkPut(Source source, Target target) {
    return target.bytes.clear().put(source.bytes.clear());
  }

  /** From off-heap memory. */
  @Benchmark
  public RunReport directIn(Direct direct) {
    return direct.call.run();
  }

  /** From a float[]; its detour over direct buffers is reported as host copy. */
  @Benchmark
  public RunReport heapIn(Heap heap) {
    return heap.call.run();
  }
}
