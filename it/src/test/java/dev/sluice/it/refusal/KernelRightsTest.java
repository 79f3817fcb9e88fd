package dev.sluice.it.refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.TransferMode;
import dev.sluice.error.LaunchException;
import dev.sluice.it.model.SimulatedRun;
import dev.sluice.kernel.JavaKernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A kernel that does what its signature does not say fails, in whatever mode. */
class KernelRightsTest {

  private static SimulatedRun run(TransferMode mode, JavaKernel kernel) {
    return SimulatedRun.onSimulator().mode(mode).kernel(kernel);
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void writing_an_in_argument_fails_the_launch(TransferMode mode) {
    float[] input = {1, 2};
    SimulatedRun run = run(mode, arguments -> arguments.tensor("x").setFloat(0, 9)).in("x", input);

    assertThatThrownBy(run::run).isInstanceOf(LaunchException.class).hasMessageContaining("'x'");
    assertThat(input).containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void reading_an_out_argument_before_writing_it_fails_the_launch(TransferMode mode) {
    float[] output = {1, 2};
    SimulatedRun run = run(mode, arguments -> arguments.tensor("y").getFloat(0)).out("y", output);

    assertThatThrownBy(run::run).isInstanceOf(LaunchException.class).hasMessageContaining("'y'");
    assertThat(output).containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void reading_what_the_kernel_itself_wrote_is_allowed(TransferMode mode) {
    float[] output = {1, 2};
    run(
            mode,
            arguments -> {
              arguments.tensor("y").setFloat(0, 5);
              arguments.tensor("y").setFloat(1, arguments.tensor("y").getFloat(0) + 1);
            })
        .out("y", output)
        .run();

    assertThat(output).containsExactly(5, 6);
  }

  @ParameterizedTest
  @EnumSource(TransferMode.class)
  void an_index_outside_the_tensor_and_a_name_outside_the_signature_fail_the_launch(
      TransferMode mode) {
    float[] both = {1, 2};

    assertThatThrownBy(
            run(mode, arguments -> arguments.tensor("z").setFloat(2, 0)).inout("z", both)::run)
        .isInstanceOf(LaunchException.class);
    assertThatThrownBy(run(mode, arguments -> arguments.tensor("no")).inout("z", both)::run)
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("no");
    assertThat(both).containsExactly(1, 2);
  }
}
