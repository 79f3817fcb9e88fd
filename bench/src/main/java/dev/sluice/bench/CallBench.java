package dev.sluice.bench;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RegisteredCallable;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Whole calls of a kernel that does nothing, on the simulator with the profile free. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBench {

  private static final JavaKernel NOTHING = args -> {};
  private static final int OTHER_TENSORS = 8;

  private DeviceRuntime runtime;
  private RegisteredCallable registered;
  private TaskArgs hostArgs;
  private BoundCall bound;
  private BoundCall boundOnDevice;
  private BoundCall boundManaged;

  /** Opens a device without refill and ledger. */
  @Setup
  public void open() {
    runtime = Sluice.builder().platform("sim").property("refill", "false").open();
    registered =
        runtime.register(
            DeviceCallable.builder("host")
                .signature(Signature.builder().in("a").in("b").out("c").build())
                .artifact("sim", NOTHING)
                .build());
    hostArgs = TaskArgs.of(kibibyte(), kibibyte(), kibibyte());
    bound = registered.bind(hostArgs);

    Signature.Builder signature = Signature.builder();
    TaskArgs.Builder onDevice = TaskArgs.builder();
    TaskArgs.Builder managed = TaskArgs.builder();
    for (int i = 0; i < OTHER_TENSORS; i++) {
      signature.inout("t" + i);
      onDevice.tensor(runtime.upload(kibibyte()));
      managed.tensor(runtime.manage(kibibyte()));
    }
    RegisteredCallable others =
        runtime.register(
            DeviceCallable.builder("others")
                .signature(signature.build())
                .artifact("sim", NOTHING)
                .build());
    boundOnDevice = others.bind(onDevice.build());
    boundManaged = others.bind(managed.build());
    boundManaged.run(); // from now on the device has them all
  }

  private static HostTensor kibibyte() {
    return HostTensor.allocate(DataType.FLOAT32, Shape.of(256));
  }

  /** Closes the device. */
  @TearDown
  public void close() {
    runtime.close();
  }

  /** A bound call with three host tensors of 1 KiB. */
  @Benchmark
  public RunReport boundCall() {
    return bound.run();
  }

  /** The same call, planned and validated each time. */
  @Benchmark
  public RunReport registeredRun() {
    return registered.run(hostArgs);
  }

  /** A bound call with eight device tensors, of which nothing moves. */
  @Benchmark
  public RunReport boundCallOnDevice() {
    return boundOnDevice.run();
  }

  /** A bound call with eight managed tensors that the device has. */
  @Benchmark
  public RunReport boundCallManaged() {
    return boundManaged.run();
  }
}
