package dev.sluice.it.transfer;

import static dev.sluice.it.model.SimulatedRun.onSimulator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.it.model.SimulatedRun.Outcome;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.kernel.TensorView;
import org.junit.jupiter.api.Test;

/** Section 2 of the transfer contract, row by row, as a host program sees it. */
class TransferTableTest {

  private static JavaKernel adds(String name, float summand) {
    return arguments -> {
      TensorView tensor = arguments.tensor(name);
      for (long i = 0; i < tensor.elementCount(); i++) {
        tensor.setFloat(i, tensor.getFloat(i) + summand);
      }
    };
  }

  private static JavaKernel fills(String name, float value) {
    return arguments -> {
      TensorView tensor = arguments.tensor(name);
      for (long i = 0; i < tensor.elementCount(); i++) {
        tensor.setFloat(i, value);
      }
    };
  }

  @Test
  void an_in_argument_is_uploaded_and_never_downloaded() {
    float[] seen = new float[1];
    Outcome run =
        onSimulator()
            .in("x", 1, 2, 3)
            .kernel(arguments -> seen[0] = arguments.tensor("x").getFloat(2))
            .run();

    assertThat(seen[0]).isEqualTo(3);
    assertMoved(run, 12, 0);
  }

  @Test
  void an_out_argument_is_downloaded_and_never_uploaded() {
    float[] result = {1, 2, 3, 4};
    Outcome run = onSimulator().out("y", result).kernel(fills("y", 7)).run();

    assertThat(result).containsOnly(7);
    assertMoved(run, 0, 16);
  }

  @Test
  void an_inout_argument_goes_up_and_comes_down() {
    float[] both = {1, 2};
    Outcome run = onSimulator().inout("z", both).kernel(adds("z", 10)).run();

    assertThat(both).containsExactly(11, 12);
    assertMoved(run, 8, 8);
  }

  @Test
  void an_undeclared_argument_goes_up_and_comes_down() {
    float[] both = {1, 2};
    Outcome run = onSimulator().unknown("z", both).kernel(adds("z", 10)).run();

    assertThat(both).containsExactly(11, 12);
    assertMoved(run, 8, 8);
  }

  @Test
  void bytes_that_the_kernel_leaves_unwritten_overwrite_the_hosts() {
    float[] result = {1, 2};
    onSimulator().out("y", result).kernel(arguments -> arguments.tensor("y").setFloat(0, 7)).run();

    assertThat(result[0]).isEqualTo(7);
    assertThat(result[1]).isNotEqualTo(2).isNotZero();
  }

  @Test
  void zero_fill_zeroes_an_output_on_the_device_without_an_upload() {
    float[] result = {1, 2};
    Outcome run =
        onSimulator()
            .fill(OutputFill.ZERO)
            .out("y", result)
            .kernel(arguments -> arguments.tensor("y").setFloat(0, 7))
            .run();

    assertThat(result).containsExactly(7, 0);
    assertMoved(run, 0, 8);
    assertThat(run.deviceCounts().fills()).isEqualTo(1);
  }

  @Test
  void an_output_is_known_by_its_direction_wherever_it_stands() {
    float[] result = {1};
    Outcome run =
        onSimulator()
            .in("a", 1, 1)
            .in("b", 1)
            .out("y", result)
            .in("c", 1)
            .kernel(fills("y", 7))
            .run();

    assertThat(result).containsExactly(7);
    assertMoved(run, 16, 4);
  }

  @Test
  void copy_all_moves_everything_both_ways() {
    Outcome run =
        onSimulator()
            .mode(TransferMode.COPY_ALL)
            .in("x", 1, 2)
            .out("y", 3)
            .kernel(fills("y", 7))
            .run();

    assertMoved(run, 12, 12);
  }

  @Test
  void skip_input_download_leaves_out_only_the_downloads_of_inputs() {
    Outcome run =
        onSimulator()
            .mode(TransferMode.SKIP_INPUT_DOWNLOAD)
            .in("x", 1, 2)
            .out("y", 3)
            .kernel(fills("y", 7))
            .run();

    assertMoved(run, 12, 4);
  }

  @Test
  void a_tensor_of_zero_bytes_costs_nothing() {
    Outcome run = onSimulator().in("x").out("y").inout("z").run();

    assertMoved(run, 0, 0);
    assertThat(run.deviceCounts().allocations()).isZero();
    assertThat(run.deviceCounts().launches()).isEqualTo(1);
  }

  private static void assertMoved(Outcome run, long up, long down) {
    assertThat(run.report().counts().uploadedBytes()).isEqualTo(up);
    assertThat(run.report().counts().downloadedBytes()).isEqualTo(down);
    assertThat(run.report().plan().uploadBytes()).isEqualTo(up);
    assertThat(run.report().plan().downloadBytes()).isEqualTo(down);
    assertThat(run.deviceCounts()).isEqualTo(run.report().counts());
  }
}
