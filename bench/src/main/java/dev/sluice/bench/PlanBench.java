package dev.sluice.bench;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.Sluice;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import dev.sluice.tensor.Tensor;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Matching arguments to their signature and planning what moves. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PlanBench {

  private static final TransferPolicy POLICY =
      new TransferPolicy(TransferMode.GATED, OutputFill.NONE);

  private Call few;
  private Call many;
  private DeviceRuntime runtime;
  private Call fewManaged;
  private Call manyManaged;

  private record Call(DeviceCallable callable, TaskArgs args) {

    static Call of(int tensors, UnaryOperator<Tensor> placed) {
      Signature.Builder signature = Signature.builder();
      TaskArgs.Builder args = TaskArgs.builder();
      for (int i = 0; i < tensors; i++) {
        if (i % 2 == 0) {
          signature.in("t" + i);
        } else {
          signature.out("t" + i);
        }
        args.tensor(placed.apply(HostTensor.allocate(DataType.FLOAT32, Shape.of(1))));
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
    few = Call.of(8, UnaryOperator.identity());
    many = Call.of(256, UnaryOperator.identity());
    runtime = Sluice.open("sim");
    fewManaged = Call.of(8, this::onDevice);
    manyManaged = Call.of(256, this::onDevice);
  }

  private Tensor onDevice(Tensor host) {
    ManagedTensor managed = runtime.manage((HostTensor) host);
    managed.ensureOnDevice();
    return managed;
  }

  /** Closes the device that the managed tensors are on. */
  @TearDown
  public void close() {
    runtime.close();
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

  /** Eight managed tensors that the device has. */
  @Benchmark
  public TransferPlan planManaged8() {
    return fewManaged.plan();
  }

  /** As many managed tensors as a call can have. */
  @Benchmark
  public TransferPlan planManaged256() {
    return manyManaged.plan();
  }
}
