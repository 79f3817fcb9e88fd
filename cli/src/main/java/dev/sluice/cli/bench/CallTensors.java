package dev.sluice.cli.bench;

import dev.sluice.TaskArgs;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.tensor.HostTensor;
import java.util.List;
import java.util.function.Consumer;

/**
 * The tensors of one mode's calls: all modes have the same data, and each its own way to it.
 * Confined to one thread.
 */
interface CallTensors extends AutoCloseable {

  /** Returns the arguments of every call. */
  TaskArgs args();

  /**
   * Gives the call what the data now holds in some ranges, and an output that no right result
   * equals.
   */
  void write(List<ElementRange> changed);

  /** Gets the output to the host. */
  HostRead fetchOutput();

  /** Lets the host look at the output that was fetched. */
  void readOutput(Consumer<HostTensor> reader);

  @Override
  void close();
}
