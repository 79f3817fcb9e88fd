package hello;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;

/** Doubles three numbers, and shows that overlapping off-heap memory is seen. */
public final class Main {

  private Main() {}

  /** Prints the result and what moved. */
  public static void main(String[] arguments) {
    JavaKernel kernel =
        args -> {
          for (long i = 0; i < args.tensor("x").elementCount(); i++) {
            args.tensor("y").setFloat(i, 2 * args.tensor("x").getFloat(i));
          }
        };
    DeviceCallable twice =
        DeviceCallable.builder("twice")
            .signature(Signature.builder().in("x").out("y").build())
            .artifact("sim", kernel)
            .build();
    HostTensor memory = HostTensor.allocate(DataType.FLOAT32, Shape.of(6));
    HostTensor x = memory.view(0, Shape.of(3));
    HostTensor y = memory.view(3, Shape.of(3));
    x.setFloat(2, 21);
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      RunReport report = runtime.run(twice, TaskArgs.of(x, y));
      System.out.println(y.getFloat(2) + " on " + report.device());
      System.out.println(
          report.counts().uploadedBytes() + " up, " + report.counts().downloadedBytes() + " down");
      try {
        runtime.run(twice, TaskArgs.of(x, memory.view(1, Shape.of(3))));
      } catch (RejectedCallException e) {
        System.out.println("overlap refused");
      }
    }
    boolean named = Main.class.getModule().isNamed();
    System.out.println(named ? "named module" : "class path");
  }
}
