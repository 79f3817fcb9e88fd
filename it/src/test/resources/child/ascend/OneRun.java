package ascend;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.error.SluiceException;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Opens a device in the configuration of the process and runs one callable without arguments. */
public final class OneRun {

  private OneRun() {}

  /** Prints what came of it. Arguments: platform, an object file, the entry. */
  public static void main(String[] arguments) throws Exception {
    byte[] object = Files.readAllBytes(Path.of(arguments[1]));
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().build())
            .artifact(
                arguments[0],
                NativeArtifact.builder()
                    .orchestration(object)
                    .entry(arguments[2])
                    .kernel(NativeKernel.builder(0, NativeKernel.CoreType.AIV).binary(object).build())
                    .build())
            .build();
    try (DeviceRuntime runtime =
        Sluice.builder().platform(arguments[0]).runTimeout(Duration.ofMillis(200)).open()) {
      runtime.run(callable, TaskArgs.of());
      System.out.println("ran");
    } catch (SluiceException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
    Thread last = new Thread(() -> System.out.println("a thread ends after the device was closed"));
    last.start();
    last.join();
  }
}
