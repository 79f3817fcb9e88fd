package dev.sluice.bench;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.cli.workload.PagedAttentionKernel;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Launches on the simulator with all of its direction checks, and the same without any, by turns:
 * what else the machine does then slows both down alike.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChecksBench {

  /** 1 MiB of FLOAT32. */
  private static final Shape ROWS = Shape.of(256, 1024);

  private static final JavaKernel SCALE =
      args -> {
        TensorView x = args.tensor("x");
        TensorView y = args.tensor("y");
        float[] values = new float[1024];
        for (int row = 0; row < 256; row++) {
          x.readRow(row, values);
          for (int i = 0; i < values.length; i++) {
            values[i] *= 3;
          }
          y.writeRow(row, values);
        }
      };

  /** A device, and a call of each kind. */
  private static final class Device {

    private final DeviceRuntime runtime;
    private final BoundCall scale;
    private final BoundCall attention;

    Device(String checks) {
      runtime =
          Sluice.builder()
              .platform("sim")
              .property("refill", "false")
              .property("checks", checks)
              .open();
      DeviceCallable callable =
          DeviceCallable.builder("scale")
              .signature(Signature.builder().in("x").out("y").build())
              .artifact("sim", SCALE)
              .build();
      scale =
          runtime
              .register(callable)
              .bind(
                  TaskArgs.of(
                      runtime.allocate(DataType.FLOAT32, ROWS),
                      runtime.allocate(DataType.FLOAT32, ROWS)));
      attention =
          runtime
              .register(PagedAttention.callable("sim", new PagedAttentionKernel()))
              .bind(AttentionData.generate(AttentionCase.SMALL).args());
    }
  }

  /** A device that checks everything, and one that checks nothing. */
  @State(Scope.Benchmark)
  public static class Devices {

    private final Device checked = new Device("full");
    private final Device unchecked = new Device("off");

    /** Closes both. */
    @TearDown
    public void close() {
      checked.runtime.close();
      unchecked.runtime.close();
    }
  }

  /** What the calls of either device took, in nanoseconds. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Nanos {

    /** With checks. */
    public long checked;

    /** Without. */
    public long unchecked;

    private boolean checkedFirst;

    /** Runs both calls, by turns the one and the other first. */
    void time(BoundCall withChecks, BoundCall without) {
      checkedFirst = !checkedFirst;
      if (checkedFirst) {
        checked += nanos(withChecks);
        unchecked += nanos(without);
      } else {
        unchecked += nanos(without);
        checked += nanos(withChecks);
      }
    }

    private static long nanos(BoundCall call) {
      long start = System.nanoTime();
      call.run();
      return System.nanoTime() - start;
    }
  }

  /** Launches that read and write 1 MiB by rows. */
  @Benchmark
  public void scale(Devices devices, Nanos nanos) {
    nanos.time(devices.checked.scale, devices.unchecked.scale);
  }

  /** Runs of the paged attention of the case small. */
  @Benchmark
  public void attention(Devices devices, Nanos nanos) {
    nanos.time(devices.checked.attention, devices.unchecked.attention);
  }
}
