package dev.sluice.bench;

import dev.sluice.DeviceCallable;
import dev.sluice.OutputFill;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Matching arguments to their signature and planning what moves. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PlanBench {

  private static final TransferPolicy POLICY =
      new TransferPolicy(TransferMode.GATED, OutputFill.NONE);

  private Call few;
  private Call many;

  private record Call(DeviceCallable callable, TaskArgs args) {

    static Call of(int tensors) {
      Signature.Builder signature = Signature.builder();
      TaskArgs.Builder args = TaskArgs.builder();
      for (int i = 0; i < tensors; i++) {
        if (i % 2 == 0) {
          signature.in("t" + i);
        } else {
          signature.out("t" + i);
        }
        args.tensor(HostTensor.allocate(DataType.FLOAT32, Shape.of(1)));
      }
      return new Call(
          DeviceCallable.builder("f").signature(signature.build()).build(), args.build());
    }

    TransferPlan plan() {
      return POLICY.plan(callable, Set.of(), BoundArguments.of(callable, "sim:0", args));
    }
  }

  /** Makes the arguments. */
  @Setup
  public void prepare() {
    few = Call.of(8);
    many = Call.of(256);
  }

  /** Eight arguments. */
  @Benchmark
  public TransferPlan plan8() {
    return few.plan();
  }

  /** As many as a call can have. */
  @Benchmark
  public TransferPlan plan256() {
    return many.plan();
  }
}
