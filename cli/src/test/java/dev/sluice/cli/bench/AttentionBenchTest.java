package dev.sluice.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.cli.workload.PagedAttentionKernel;
import dev.sluice.core.Sluice;
import dev.sluice.kernel.JavaKernel;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class AttentionBenchTest {

  private static final AttentionCase TINY = new AttentionCase("tiny", 3, 4, 1, 8, 4, 24, 32, true);

  /** Query, block table and context lengths. */
  private static final long CHANGING_BYTES = 3 * 4 * 8 * 2 + 3 * 8 * 4 + 3 * 4;

  private static BenchResult bench(JavaKernel kernel, boolean checked) {
    return bench(kernel, checked, 1);
  }

  private static BenchResult bench(JavaKernel kernel, boolean checked, int warmup) {
    BenchRequest request =
        new BenchRequest(
            TINY,
            List.of(BenchMode.values()),
            3,
            warmup,
            "sim",
            "a2a3",
            PagedAttention.callable("sim", kernel),
            checked);
    return new AttentionBench(request, AttentionBenchTest::open, what -> {}).run();
  }

  private static DeviceRuntime open(TransferMode mode) {
    return Sluice.builder().platform("sim").property("profile", "a2a3").transferMode(mode).open();
  }

  @Test
  void a_runtime_that_does_not_open_closes_those_before_it() {
    List<DeviceRuntime> opened = new ArrayList<>();
    IllegalStateException first = new IllegalStateException("first");

    assertThatThrownBy(
            () ->
                ModeRuntime.openEach(
                    List.of(BenchMode.values()),
                    mode -> {
                      if (mode == TransferMode.GATED) {
                        throw first;
                      }
                      opened.add(open(mode));
                      return opened.get(opened.size() - 1);
                    }))
        .isSameAs(first);
    assertThat(opened).hasSize(2).noneMatch(DeviceRuntime::isOpen);
  }

  @Test
  void every_mode_moves_its_bytes_and_passes() {
    BenchResult result = bench(new PagedAttentionKernel(), true);

    long out = 3 * 4 * 8 * Float.BYTES;
    long all = TINY.byteCount();
    assertThat(result.modes())
        .extracting(
            BenchResult.Mode::mode,
            mode -> mode.round().uploadedBytes(),
            mode -> mode.round().downloadedBytes(),
            mode -> mode.round().uploadCopies(),
            mode -> mode.round().downloadCopies(),
            BenchResult.Mode::deviceAllocations,
            BenchResult.Mode::golden)
        .containsExactly(
            tuple(BenchMode.COPY_ALL, all, all, 6L, 6L),
            tuple(BenchMode.SKIP_INPUT_DOWNLOAD, all, out, 6L, 1L),
            tuple(BenchMode.GATED, all - out, out, 2L, 1L),
            tuple(BenchMode.MANAGED, CHANGING_BYTES, out, 3L, 1L));
    assertThat(result.isGood()).isTrue();
    assertThat(result.modes())
        .allSatisfy(
            mode -> {
              assertThat(mode.fastest()).isLessThanOrEqualTo(mode.measured().hostWall());
              assertThat(mode.slowest()).isGreaterThanOrEqualTo(mode.measured().hostWall());
              assertThat(mode.modelled()).isNotNull();
            });
  }

  private static Tuple tuple(BenchMode mode, long up, long down, long upCopies, long downCopies) {
    return new Tuple(mode, up, down, upCopies, downCopies, 0L, Golden.PASS);
  }

  @Test
  void managed_rounds_follow_one_that_brought_everything_and_contain_the_reading_of_the_output() {
    BenchResult result = bench(new PagedAttentionKernel(), true, 0);

    BenchResult.Mode gated = result.mode(BenchMode.GATED).orElseThrow();
    BenchResult.Mode managed = result.mode(BenchMode.MANAGED).orElseThrow();
    long out = 3 * 4 * 8 * Float.BYTES;
    assertThat(gated.managed()).isNull();
    assertThat(managed.managed().firstRound().uploadedBytes()).isEqualTo(TINY.byteCount() - out);
    assertThat(managed.round().uploadedBytes()).isEqualTo(CHANGING_BYTES);
    assertThat(managed.deviceAllocations()).isZero();
    assertThat(managed.managed().read().downloadedBytes()).isEqualTo(out);
    assertThat(managed.managed().read().downloadCopies()).isEqualTo(1);
    assertThat(managed.managed().readModelled()).isPositive();
    assertThat(managed.managed().readMeasured()).isPositive();
    // Two caches less go up. GATED packs so small a case into fewer copies, so it is no measure.
    BenchResult.Mode all = result.mode(BenchMode.COPY_ALL).orElseThrow();
    assertThat(managed.modelled().hostWall()).isLessThan(all.modelled().hostWall());
    assertThat(managed.modelled().hostOverhead()).isGreaterThan(managed.managed().readModelled());
    assertThat(managed.modelled().deviceWall()).isEqualTo(gated.modelled().deviceWall());
  }

  @Test
  void nothing_is_left_open_on_the_device() {
    List<DeviceRuntime> opened = new ArrayList<>();
    BenchRequest request =
        new BenchRequest(
            TINY,
            List.of(BenchMode.MANAGED),
            1,
            0,
            "sim",
            "a2a3",
            PagedAttention.callable("sim", new PagedAttentionKernel()),
            true);

    new AttentionBench(
            request,
            mode -> {
              opened.add(open(mode));
              return opened.get(0);
            },
            what -> {})
        .run();

    assertThat(opened.get(0).isOpen()).isFalse();
    assertThat(opened.get(0).liveTensors()).isEmpty();
    assertThat(opened.get(0).totals().liveBytes()).isZero();
  }

  @Test
  void a_kernel_that_writes_nothing_fails_in_every_mode() {
    BenchResult result = bench(args -> {}, true);

    assertThat(result.isGood()).isFalse();
    assertThat(result.modes())
        .allSatisfy(
            mode -> {
              assertThat(mode.golden()).isEqualTo(Golden.FAIL);
              assertThat(mode.mismatch()).startsWith("96 of 96 values are wrong");
            });
  }

  @Test
  void without_a_kernel_there_is_nothing_to_check_and_the_modelled_times_stay() {
    BenchResult idle = bench(new IdleKernel(), false);
    BenchResult real = bench(new PagedAttentionKernel(), true);

    assertThat(idle.modes()).extracting(BenchResult.Mode::golden).containsOnly(Golden.SKIPPED);
    assertThat(idle.modes())
        .extracting(BenchResult.Mode::modelled)
        .isEqualTo(real.modes().stream().map(BenchResult.Mode::modelled).toList());
  }

  @Test
  void the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
    assertThat(Median.of(5)).isEqualTo(5);
    assertThat(Median.of(9, 1, 5)).isEqualTo(5);
    assertThat(Median.of(4, 1, 9, 2)).isEqualTo(3);
  }
}
