package collected;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.PlatformKind;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.LaunchException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimPlatform;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import dev.sluice.spi.ThreadConfinement;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;

/** Makes a runtime start all the threads that it can, leaks a tensor, and closes the runtime. */
public final class Host implements Runnable {

  /** A simulator that wants one thread for all calls. */
  private static final class Dedicated implements DevicePlatform {

    @Override
    public String name() {
      return "dedicated";
    }

    @Override
    public PlatformKind kind() {
      return PlatformKind.HARDWARE;
    }

    @Override
    public int spiVersion() {
      return SpiVersion.CURRENT;
    }

    @Override
    public ThreadConfinement confinement() {
      return ThreadConfinement.DEDICATED;
    }

    @Override
    public DeviceContext open(DeviceOptions options) {
      return new SimPlatform().open(options);
    }
  }

  @Override
  public void run() {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      use(runtime);
    }
    try (DeviceRuntime runtime = Sluice.builder().platform(new Dedicated()).open()) {
      use(runtime);
    }
  }

  private static void use(DeviceRuntime runtime) {
    JavaKernel parallel =
        args -> args.parallel(8, part -> args.tensor("y").setFloat(part, part));
    JavaKernel failing =
        args -> {
          throw new IllegalStateException("no");
        };
    HostTensor y = HostTensor.allocate(DataType.FLOAT32, Shape.of(8));
    runtime.run(callable("parallel", parallel, runtime), TaskArgs.of(y));
    try {
      runtime.run(callable("failing", failing, runtime), TaskArgs.of(y));
      throw new AssertionError("the kernel did not fail");
    } catch (LaunchException expected) {
      runtime.allocate(DataType.FLOAT32, Shape.of(8)).close();
      runtime.allocate(DataType.FLOAT32, Shape.of(8)); // leaked
    }
  }

  private static DeviceCallable callable(String name, JavaKernel kernel, DeviceRuntime runtime) {
    return DeviceCallable.builder(name)
        .signature(Signature.builder().out("y").build())
        .artifact(runtime.device().platform(), kernel)
        .build();
  }
}
