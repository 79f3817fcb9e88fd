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
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A run with one IN tensor of 64 MiB, beside one bulk put of as many bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CopyBench {

  private static final int BYTES = 64 << 20;
  private static final JavaKernel NOTHING = args -> {};

  private DeviceRuntime runtime;
  private BoundCall direct;
  private BoundCall heap;
  private ByteBuffer source;
  private ByteBuffer target;

  /** Opens a device without refill and ledger. */
  @Setup
  public void open() {
    runtime = Sluice.builder().platform("sim").property("refill", "false").open();
    Shape shape = Shape.of(BYTES / Float.BYTES);
    var registered =
        runtime.register(
            DeviceCallable.builder("in")
                .signature(Signature.builder().in("a").build())
                .artifact("sim", NOTHING)
                .build());
    direct = registered.bind(TaskArgs.of(HostTensor.allocate(DataType.FLOAT32, shape)));
    heap = registered.bind(TaskArgs.of(HostTensor.wrap(new float[BYTES / Float.BYTES], shape)));
    source = ByteBuffer.allocateDirect(BYTES);
    target = ByteBuffer.allocateDirect(BYTES);
  }

  /** Closes the device. */
  @TearDown
  public void close() {
    runtime.close();
  }

  /** The baseline. */
  @Benchmark
  public ByteBuffer bulkPut() {
    source.clear();
    return target.clear().put(source);
  }

  /** From off-heap memory. */
  @Benchmark
  public RunReport directIn() {
    return direct.run();
  }

  /** From a float[]; its detour over a direct buffer is reported as host copy. */
  @Benchmark
  public RunReport heapIn() {
    return heap.run();
  }
}
