package dev.sluice.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferCounts;
import dev.sluice.TransferMode;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.bench.DecodeResult.Step;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.DecodeSteps;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.cli.workload.PagedAttentionKernel;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.DataType;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DecodeBenchTest {

  /** Three sequences whose blocks are full at the start. */
  private static final AttentionCase EDGE = new AttentionCase("edge", 3, 4, 2, 8, 4, 24, 64, false);

  private static final AttentionCase RAGGED =
      new AttentionCase("ragged", 3, 4, 1, 8, 4, 24, 64, true);

  private static final AttentionCase BLOCKS_OF_ONE =
      new AttentionCase("one", 2, 2, 1, 8, 1, 5, 32, true);

  private static DecodeRequest request(
      AttentionCase sizes,
      DataType type,
      long seed,
      int steps,
      JavaKernel kernel,
      boolean checked) {
    return new DecodeRequest(
        DecodeSteps.withRoom(sizes, seed, steps, null),
        type,
        seed,
        List.of(BenchMode.values()),
        steps,
        "sim",
        "a2a3",
        PagedAttention.callable("sim", kernel),
        checked);
  }

  private static DecodeResult decode(DecodeRequest request) {
    return new DecodeBench(request, DecodeBenchTest::open, what -> {}).run();
  }

  private static DecodeResult decode(AttentionCase sizes, int steps) {
    return decode(
        request(
            sizes, DataType.BFLOAT16, AttentionData.SEED, steps, new PagedAttentionKernel(), true));
  }

  private static DeviceRuntime open(TransferMode mode) {
    return Sluice.builder().platform("sim").property("profile", "a2a3").transferMode(mode).open();
  }

  private static DecodeResult.Mode mode(DecodeResult result, BenchMode mode) {
    return result.modes().get(mode.ordinal());
  }

  @Test
  void each_step_of_host_tensors_moves_everything_that_its_mode_moves() {
    DecodeResult result = decode(EDGE, 3);

    long all = result.request().sizes().byteCount();
    long out = 3 * 4 * 8 * Float.BYTES;
    assertThat(result.isGood()).isTrue();
    assertMoved(mode(result, BenchMode.COPY_ALL), all, all);
    assertMoved(mode(result, BenchMode.SKIP_INPUT_DOWNLOAD), all, out);
    assertMoved(mode(result, BenchMode.GATED), all - out, out);
  }

  private static void assertMoved(DecodeResult.Mode mode, long up, long down) {
    assertThat(mode.steps())
        .hasSize(3)
        .allSatisfy(
            step -> {
              assertThat(step.counts().uploadedBytes()).isEqualTo(up);
              assertThat(step.counts().downloadedBytes()).isEqualTo(down);
              assertThat(step.golden()).isEqualTo(Golden.PASS);
            });
    assertThat(mode.total().counts().uploadedBytes()).isEqualTo(3 * up);
  }

  @Test
  void managed_tensors_bring_everything_up_once_and_then_what_the_tokens_changed() {
    DecodeResult result = decode(EDGE, 6);

    List<Step> steps = mode(result, BenchMode.MANAGED).steps();
    long out = 3 * 4 * 8 * Float.BYTES;
    long query = 3 * 4 * 8 * 2;
    long lengths = 3 * Integer.BYTES;
    long rows = 3 * 2 * (2 * 8 * 2);
    assertThat(steps.get(0).counts().uploadedBytes())
        .isEqualTo(result.request().sizes().byteCount() - out);
    for (int step = 1; step < 6; step++) {
      // The blocks are full after four steps more.
      long entries = step % 4 == 0 ? 3 * Integer.BYTES : 0;
      TransferCounts moved = steps.get(step).counts();
      assertThat(moved.uploadedBytes() - steps.get(step).addedBytes())
          .isEqualTo(query + lengths + rows + entries);
      assertThat(moved.allocations()).isZero();
      assertThat(moved.downloadedBytes()).isEqualTo(out);
    }
    assertThat(result.isGood()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT32, 1",
    "FLOAT32, 9",
    "FLOAT16, 1",
    "FLOAT16, 9",
    "BFLOAT16, 1",
    "BFLOAT16, -9"
  })
  void every_type_and_seed_decodes_to_the_golden_result(DataType type, long seed) {
    for (AttentionCase sizes : List.of(EDGE, RAGGED, BLOCKS_OF_ONE)) {
      DecodeResult result = decode(request(sizes, type, seed, 9, new PagedAttentionKernel(), true));

      assertThat(result.modes())
          .allSatisfy(
              mode -> {
                assertThat(mode.mismatch()).isNull();
                assertThat(mode.steps()).hasSize(9).allMatch(s -> s.golden() == Golden.PASS);
              });
    }
  }

  @Test
  void one_step_is_a_step_and_its_own_total() {
    DecodeResult result = decode(RAGGED, 1);

    assertThat(result.modes())
        .allSatisfy(
            mode -> {
              assertThat(mode.steps()).hasSize(1);
              assertThat(mode.total()).isEqualTo(mode.steps().get(0));
              assertThat(mode.cumulative()).isEqualTo(mode.steps());
            });
  }

  @ParameterizedTest
  @EnumSource(BenchMode.class)
  void a_mode_alone_moves_what_it_moves_beside_the_others(BenchMode mode) {
    DecodeRequest together =
        request(EDGE, DataType.BFLOAT16, 3, 5, new PagedAttentionKernel(), true);
    DecodeRequest alone =
        new DecodeRequest(
            together.sizes(),
            together.type(),
            together.seed(),
            List.of(mode),
            together.steps(),
            together.platform(),
            together.profile(),
            together.callable(),
            true);

    assertThat(decode(alone).modes().get(0).steps())
        .extracting(Step::counts)
        .isEqualTo(mode(decode(together), mode).steps().stream().map(Step::counts).toList());
  }

  @Test
  void a_kernel_that_goes_wrong_fails_from_the_step_on_in_which_it_does() {
    JavaKernel real = new PagedAttentionKernel();
    int[] runs = new int[1];
    JavaKernel forgetful =
        args -> {
          // Eight runs are two steps of four modes.
          if (runs[0]++ < 8) {
            real.run(args);
          }
        };

    DecodeResult result = decode(request(EDGE, DataType.BFLOAT16, 1, 3, forgetful, true));

    assertThat(result.isGood()).isFalse();
    assertThat(result.modes())
        .allSatisfy(
            mode -> {
              assertThat(mode.steps())
                  .extracting(Step::golden)
                  .containsExactly(Golden.PASS, Golden.PASS, Golden.FAIL);
              assertThat(mode.total().golden()).isEqualTo(Golden.FAIL);
              assertThat(mode.mismatch()).startsWith("step 3: 96 of 96 values are wrong");
            });
  }

  @Test
  void without_a_kernel_nothing_is_checked_and_the_bytes_and_modelled_times_stay() {
    DecodeResult idle = decode(request(EDGE, DataType.BFLOAT16, 1, 4, new IdleKernel(), false));
    DecodeResult real =
        decode(request(EDGE, DataType.BFLOAT16, 1, 4, new PagedAttentionKernel(), true));

    for (BenchMode mode : BenchMode.values()) {
      assertThat(mode(idle, mode).steps()).extracting(Step::golden).containsOnly(Golden.SKIPPED);
      assertThat(mode(idle, mode).steps())
          .extracting(Step::counts, Step::modelled)
          .isEqualTo(
              mode(real, mode).steps().stream()
                  .map(step -> new Tuple(step.counts(), step.modelled()))
                  .toList());
    }
  }

  @Test
  void sums_add_what_is_known_of_both() {
    TransferCounts counts = new TransferCounts(1, 2, 3, 4, 5, 6, 7, 8);
    Step known = new Step(counts, 7, new Times(1, 2.0, 3.0), new Times(4, 5.0, 6.0), Golden.PASS);
    Step unknown = new Step(counts, 2, new Times(1, null, null), null, Golden.PASS);

    assertThat(known.plus(known))
        .isEqualTo(
            new Step(
                counts.plus(counts),
                14,
                new Times(2, 4.0, 6.0),
                new Times(8, 10.0, 12.0),
                Golden.PASS));
    assertThat(known.plus(unknown))
        .isEqualTo(new Step(counts.plus(counts), 9, new Times(2, null, null), null, Golden.PASS));
  }

  @Test
  void nothing_is_left_open_on_the_devices() {
    List<DeviceRuntime> opened = new ArrayList<>();
    new DecodeBench(
            request(EDGE, DataType.BFLOAT16, 1, 2, new PagedAttentionKernel(), true),
            mode -> {
              opened.add(open(mode));
              return opened.get(opened.size() - 1);
            },
            what -> {})
        .run();

    assertThat(opened)
        .hasSize(4)
        .allSatisfy(
            runtime -> {
              assertThat(runtime.isOpen()).isFalse();
              assertThat(runtime.liveTensors()).isEmpty();
              assertThat(runtime.totals().liveBytes()).isZero();
            });
  }
}
