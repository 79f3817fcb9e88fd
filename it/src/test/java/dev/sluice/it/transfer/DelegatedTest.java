package dev.sluice.it.transfer;

import static dev.sluice.it.model.SimulatedRun.onSimulator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Placement;
import dev.sluice.TransferReason;
import dev.sluice.it.model.SimulatedRun.Outcome;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.KernelArguments;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A control tensor that the artifact reads on the host is not copied by the run. */
class DelegatedTest {

  private record Scaling() implements JavaKernel {

    @Override
    public Set<String> hostArguments() {
      return Set.of("factor");
    }

    @Override
    public void run(KernelArguments arguments) {
      float factor = arguments.tensor("factor").getFloat(0);
      arguments.tensor("x").setFloat(0, arguments.tensor("x").getFloat(0) * factor);
    }
  }

  @Test
  void a_host_argument_goes_to_the_platform_and_is_counted_apart() {
    float[] x = {3};
    Outcome run = onSimulator().in("factor", 2).inout("x", x).kernel(new Scaling()).run();

    assertThat(x).containsExactly(6);
    assertThat(run.report().delegatedBytes()).isEqualTo(4);
    assertThat(run.report().counts().uploadedBytes()).isEqualTo(4);
    assertThat(run.deviceCounts()).isEqualTo(run.report().counts());
    assertThat(run.report().plan().arguments().get(0).placement()).isEqualTo(Placement.DELEGATED);
    assertThat(run.report().plan().arguments().get(0).reason()).isEqualTo(TransferReason.DELEGATED);
    assertThat(run.report().plan().delegatedBytes()).isEqualTo(4);
  }
}
