package dev.sluice.cli.bench;

import dev.sluice.TaskArgs;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.ElementRange;
import dev.sluice.cli.workload.GoldenCheck;
import dev.sluice.tensor.HostTensor;
import java.util.List;
import java.util.function.Consumer;

/** The data itself, which each run copies as its mode says. */
final class HostCallTensors implements CallTensors {

  private final AttentionData data;

  HostCallTensors(AttentionData data) {
    this.data = data;
  }

  @Override
  public TaskArgs args() {
    return data.args();
  }

  @Override
  public void write(List<ElementRange> changed) {
    GoldenCheck.poison(data.out());
  }

  @Override
  public HostRead fetchOutput() {
    return HostRead.NOTHING;
  }

  @Override
  public void readOutput(Consumer<HostTensor> reader) {
    reader.accept(data.out());
  }

  @Override
  public void close() {
    // The data serves other modes too.
  }
}
