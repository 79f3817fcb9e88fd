package dev.sluice.it.model;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run on a simulator of its own, put together argument by argument. Tensors are FLOAT32 arrays,
 * under the names the signature gives them. Not thread-safe.
 */
public final class SimulatedRun {

  /**
   * What the run did.
   *
   * @param report the runtime's report
   * @param deviceCounts what the simulator counted during the run
   */
  public record Outcome(RunReport report, TransferCounts deviceCounts) {}

  private final Signature.Builder signature = Signature.builder();
  private final Map<String, float[]> arrays = new LinkedHashMap<>();
  private TransferMode mode = TransferMode.GATED;
  private OutputFill fill = OutputFill.NONE;
  private JavaKernel kernel = arguments -> {};

  private SimulatedRun() {}

  /** Starts a run without arguments, in mode GATED, whose kernel does nothing. */
  public static SimulatedRun onSimulator() {
    return new SimulatedRun();
  }

  /** Sets the transfer mode. */
  public SimulatedRun mode(TransferMode value) {
    this.mode = value;
    return this;
  }

  /** Sets the output fill. */
  public SimulatedRun fill(OutputFill value) {
    this.fill = value;
    return this;
  }

  /** Adds a tensor that is only read. */
  public SimulatedRun in(String name, float... array) {
    return tensor(name, ArgDirection.IN, array);
  }

  /** Adds a tensor that is only written. */
  public SimulatedRun out(String name, float... array) {
    return tensor(name, ArgDirection.OUT, array);
  }

  /** Adds a tensor that is read and written. */
  public SimulatedRun inout(String name, float... array) {
    return tensor(name, ArgDirection.INOUT, array);
  }

  /** Adds a tensor whose direction is not declared. */
  public SimulatedRun unknown(String name, float... array) {
    return tensor(name, ArgDirection.UNKNOWN, array);
  }

  private SimulatedRun tensor(String name, ArgDirection direction, float[] array) {
    signature.tensor(name, direction);
    arrays.put(name, array);
    return this;
  }

  /** Sets the work. */
  public SimulatedRun kernel(JavaKernel value) {
    this.kernel = value;
    return this;
  }

  /** Opens a simulator, runs, and closes it. */
  public Outcome run() {
    DeviceCallable callable =
        DeviceCallable.builder("test").signature(signature.build()).artifact("sim", kernel).build();
    TaskArgs.Builder args = TaskArgs.builder();
    arrays.forEach(
        (name, array) -> args.tensor(name, HostTensor.wrap(array, Shape.of(array.length))));
    try (DeviceRuntime runtime =
        Sluice.builder().platform("sim").transferMode(mode).outputFill(fill).open()) {
      RunReport report = runtime.run(callable, args.build());
      return new Outcome(report, runtime.capability(DeviceCounters.class).orElseThrow().counts());
    }
  }
}
