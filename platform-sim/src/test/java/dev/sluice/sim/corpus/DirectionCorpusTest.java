package dev.sluice.sim.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.TaskArgs;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.error.LaunchException;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.sim.check.CheckLevel;
import dev.sluice.sim.check.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that are not what they declare, each with its corrected twin: all of the first are caught
 * with the right argument and bytes, none of the second is accused.
 */
class DirectionCorpusTest {

  static Stream<Faulty> corpus() {
    return Stream.concat(OnViews.all().stream(), OnBuffersOnly.all().stream());
  }

  /** Returns the arguments as no run has changed them. */
  private static List<TaskArgs> unused(Faulty one) {
    return corpus()
        .filter(other -> other.name().equals(one.name()))
        .findFirst()
        .orElseThrow()
        .runs();
  }

  /** Returns what a fresh device says of a callable: how its launch failed, or what was found. */
  private static List<String> said(
      DeviceCallable callable, List<TaskArgs> runs, TransferMode mode, OutputFill fill) {
    SimPlatform platform = new SimPlatform(SimOptions.builder().checks(CheckLevel.FULL).build());
    List<String> said = new ArrayList<>();
    try (DeviceRuntime runtime =
        Sluice.builder().platform(platform).transferMode(mode).outputFill(fill).open()) {
      try {
        runs.forEach(args -> runtime.run(callable, args));
      } catch (LaunchException e) {
        said.add(e.getMessage().replace("callable 'f' on sim:0, ", ""));
      }
      runtime.capability(SimDevice.class).orElseThrow().findings().stream()
          .map(Finding::toString)
          .map(text -> text.replace("callable 'f', ", ""))
          .forEach(said::add);
    }
    return said;
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void a_faulty_kernel_is_caught_in_every_mode_with_the_argument_and_the_bytes(Faulty one) {
    for (TransferMode mode : TransferMode.values()) {
      for (OutputFill fill : OutputFill.values()) {
        assertThat(said(one.faulty(), unused(one), mode, fill))
            .as("%s, %s", mode, fill)
            .containsExactly(one.says());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void its_corrected_twin_is_not_accused_in_any_mode(Faulty one) {
    for (TransferMode mode : TransferMode.values()) {
      for (OutputFill fill : OutputFill.values()) {
        assertThat(said(one.corrected(), unused(one), mode, fill))
            .as("%s, %s", mode, fill)
            .isEmpty();
      }
    }
  }

  @Test
  void no_two_kernels_of_the_corpus_have_one_name() {
    assertThat(corpus().map(Faulty::name)).doesNotHaveDuplicates().hasSizeGreaterThan(30);
  }
}
