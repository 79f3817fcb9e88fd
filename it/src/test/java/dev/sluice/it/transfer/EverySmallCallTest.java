package dev.sluice.it.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.ModelledRuntime;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.it.model.Where;
import dev.sluice.tensor.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every combination of direction, placement and emptiness, for up to three arguments on the
 * simulator, and up to two on the others.
 */
class EverySmallCallTest {

  private static final Logger LOG = LoggerFactory.getLogger(EverySmallCallTest.class);

  private static final List<Where> PLACEMENTS =
      List.of(Where.HOST_DIRECT, Where.HOST_ARRAY, Where.DEVICE);

  /** One choice per argument: four directions, three placements, empty or not. */
  private static final int CHOICES = 4 * 3 * 2;

  static Stream<Arguments> runtimes() {
    return TestPlatform.all()
        .flatMap(
            platform ->
                Stream.of(TransferMode.values())
                    .flatMap(
                        mode ->
                            Stream.of(OutputFill.values())
                                .map(fill -> Arguments.of(platform, mode, fill))));
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void every_call_of_few_arguments_does_what_the_model_says(
      TestPlatform platform, TransferMode mode, OutputFill fill) {
    // Runs on a thread of the device's own take longer than those on the simulator.
    int most = platform.isSimulator() ? 3 : 2;
    int ran = 0;
    try (ModelledRuntime modelled = ModelledRuntime.open(platform, mode, fill)) {
      for (int count = 0; count <= most; count++) {
        for (List<Argument> arguments : combinations(count)) {
          modelled.run(ModelCall.of(arguments.toArray(Argument[]::new)));
          ran++;
        }
      }
    }
    LOG.info("{} combinations ran on {} in mode {}, output fill {}", ran, platform, mode, fill);
    int expected = 1 + CHOICES + CHOICES * CHOICES;
    assertThat(ran)
        .isEqualTo(most == 2 ? expected : expected + CHOICES * CHOICES * CHOICES)
        .isIn(601, 14_425);
  }

  private static List<List<Argument>> combinations(int count) {
    List<List<Argument>> combinations = List.of(List.of());
    for (int i = 0; i < count; i++) {
      List<List<Argument>> longer = new ArrayList<>();
      for (List<Argument> shorter : combinations) {
        for (Argument next : choices(i)) {
          List<Argument> extended = new ArrayList<>(shorter);
          extended.add(next);
          longer.add(extended);
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  private static List<Argument> choices(int index) {
    List<Argument> choices = new ArrayList<>();
    for (ArgDirection direction : ArgDirection.values()) {
      for (Where where : PLACEMENTS) {
        for (int elements : new int[] {0, 5 + index}) {
          choices.add(new Argument(direction, where, DataType.INT32, elements, 1 + index));
        }
      }
    }
    return choices;
  }
}
