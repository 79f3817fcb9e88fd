package dev.sluice.sim.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.BufferKernel;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.sim.check.Finding;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What docs/testing.md says that the checks do not see. A test that fails here has found a check
 * that sees more: move the kernel to the corpus, and take the line out of the guide.
 */
class DocumentedMissesTest {

  private static List<Finding> found(
      Signature.Builder signature, BufferKernel kernel, TaskArgs args) {
    SimPlatform platform = new SimPlatform(SimOptions.builder().checks(CheckLevel.FULL).build());
    try (DeviceRuntime runtime = Sluice.builder().platform(platform).open()) {
      runtime.run(
          DeviceCallable.builder("f").signature(signature.build()).artifact("sim", kernel).build(),
          args);
      return runtime.capability(SimDevice.class).orElseThrow().findings();
    }
  }

  private static List<Finding> found(BufferKernel kernel) {
    return found(
        Signature.builder().in("x").out("y"), kernel, TaskArgs.of(Faulty.ints(1), Faulty.ints(2)));
  }

  @Test
  void a_value_that_only_one_earlier_content_leads_to() {
    assertThat(
            found(
                (tensors, args) -> tensors.get(1).putInt(0, tensors.get(1).getInt(0) == 0 ? 1 : 2)))
        .isEmpty();
  }

  @Test
  void a_maximum_of_more_than_whatever_was_there() {
    assertThat(
            found(
                (tensors, args) ->
                    tensors
                        .get(1)
                        .putInt(0, Math.max(tensors.get(1).getInt(0), Integer.MAX_VALUE))))
        .isEmpty();
  }

  @Test
  void a_read_of_which_nothing_is_made() {
    assertThat(
            found(
                (tensors, args) -> {
                  int read = tensors.get(1).getInt(0);
                  tensors.get(1).putInt(0, 0 * read);
                }))
        .isEmpty();
  }

  @Test
  void a_write_to_a_read_only_buffer_of_which_the_kernel_says_nothing() {
    assertThat(
            found(
                (tensors, args) -> {
                  try {
                    tensors.get(0).putInt(0, 1);
                  } catch (ReadOnlyBufferException swallowed) {
                    tensors.get(1).putInt(0, 1);
                  }
                }))
        .isEmpty();
  }

  @Test
  void results_that_differ_each_time_and_are_made_from_earlier_contents_too() {
    AtomicInteger runs = new AtomicInteger();

    assertThat(
            found(
                (tensors, args) ->
                    tensors
                        .get(1)
                        .putInt(0, tensors.get(1).getInt(0) ^ 0x5DEECE6D * runs.incrementAndGet())))
        .isEmpty();
  }

  @Test
  void what_only_other_inputs_lead_to() {
    assertThat(
            found(
                (tensors, args) -> {
                  if (tensors.get(0).getInt(0) < 100) {
                    tensors.get(1).putInt(0, 1);
                  }
                }))
        .isEmpty();
  }

  @Test
  void a_buffer_that_is_used_after_the_kernel_has_returned() {
    List<ByteBuffer> kept = new ArrayList<>();

    assertThat(
            found(
                (tensors, args) -> {
                  tensors.get(1).putInt(0, 1);
                  kept.add(tensors.get(1));
                }))
        .isEmpty();
    kept.get(0).putInt(0, 2);
  }

  @Test
  void a_part_of_an_argument_that_may_be_read_and_written() {
    assertThat(
            found(
                Signature.builder().in("x").inout("y"),
                (tensors, args) -> {},
                TaskArgs.of(Faulty.ints(1), Faulty.ints(2))))
        .isEmpty();
  }
}
