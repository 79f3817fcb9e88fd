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

  private static BenchResult bench(JavaKernel kernel, boolean checked) {
    BenchRequest request =
        new BenchRequest(
            TINY,
            List.of(TransferMode.values()),
            3,
            1,
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
                OpenRuntimes.open(
                    List.of(TransferMode.values()),
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
            tuple(TransferMode.COPY_ALL, all, all, 6L, 6L),
            tuple(TransferMode.SKIP_INPUT_DOWNLOAD, all, out, 6L, 1L),
            tuple(TransferMode.GATED, all - out, out, 2L, 1L));
    assertThat(result.isGood()).isTrue();
    assertThat(result.modes())
        .allSatisfy(
            mode -> {
              assertThat(mode.fastest()).isLessThanOrEqualTo(mode.measured().hostWall());
              assertThat(mode.slowest()).isGreaterThanOrEqualTo(mode.measured().hostWall());
              assertThat(mode.modelled()).isNotNull();
            });
  }

  private static Tuple tuple(
      TransferMode mode, long up, long down, long upCopies, long downCopies) {
    return new Tuple(mode, up, down, upCopies, downCopies, 0L, Golden.PASS);
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
