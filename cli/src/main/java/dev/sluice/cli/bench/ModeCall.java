package dev.sluice.cli.bench;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The bound call of one mode. Confined to one thread. */
final class ModeCall implements AutoCloseable {

  private final CallTensors tensors;
  private final BoundCall call;

  /**
   * Registers the callable for as long as the runtime is open.
   *
   * @param written which inputs the host writes between the runs
   */
  ModeCall(ModeRuntime opened, DeviceCallable callable, AttentionData data, Set<Integer> written) {
    DeviceRuntime runtime = opened.runtime();
    this.tensors =
        opened.mode() == BenchMode.MANAGED
            ? new ManagedCallTensors(runtime, data, written)
            : new HostCallTensors(data);
    this.call = bind(runtime, callable);
  }

  private BoundCall bind(DeviceRuntime runtime, DeviceCallable callable) {
    try {
      return runtime.register(callable).bind(tensors.args());
    } catch (Throwable first) {
      try {
        tensors.close();
      } catch (RuntimeException second) {
        first.addSuppressed(second);
      }
      throw first;
    }
  }

  /**
   * Writes what changed, runs, and reads the output.
   *
   * @param golden what the output has to be, or null not to check it
   */
  Round round(List<ElementRange> changed, @Nullable GoldenCheck golden) {
    tensors.write(changed);
    RunReport report = call.run();
    HostRead read = tensors.fetchOutput();
    return new Round(report, read, golden == null ? null : mismatch(golden));
  }

  private @Nullable String mismatch(GoldenCheck golden) {
    String[] found = new String[1];
    tensors.readOutput(out -> found[0] = golden.mismatch(out).orElse(null));
    return found[0];
  }

  @Override
  public void close() {
    tensors.close();
  }
}
