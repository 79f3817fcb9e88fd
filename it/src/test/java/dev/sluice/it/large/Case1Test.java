package dev.sluice.it.large;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.TransferMode;
import dev.sluice.cli.bench.AttentionBench;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.core.Sluice;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The published case, end to end: what each mode moves, and what the model makes of it. */
@Tag("large")
class Case1Test {

  private static final long NEEDED_BYTES = 16L << 30;

  @Test
  void each_mode_moves_what_was_published_and_is_modelled_as_it_was_measured() {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    // A machine of 16 GiB tells a little less.
    assumeTrue(
        machine.getTotalMemorySize() >= NEEDED_BYTES * 0.95,
        "case1 in three modes needs a machine of 16 GiB");
    BenchRequest request =
        new BenchRequest(
            AttentionCase.CASE1,
            List.of(TransferMode.values()),
            1,
            1,
            "sim",
            "a2a3",
            PagedAttention.callable("sim", new IdleKernel()),
            false);

    BenchResult result =
        new AttentionBench(
                request,
                mode ->
                    Sluice.builder()
                        .platform("sim")
                        .property("profile", "a2a3")
                        .transferMode(mode)
                        .open(),
                step -> {})
            .run();

    BenchResult.Mode all = result.mode(TransferMode.COPY_ALL).orElseThrow();
    assertThat(all.round().uploadedBytes()).isEqualTo(1_077_150_720);
    assertThat(all.round().downloadedBytes()).isEqualTo(1_077_150_720);
    assertThat(all.modelled().hostWall()).isCloseTo(78_471, Percentage.withPercentage(1));

    BenchResult.Mode skip = result.mode(TransferMode.SKIP_INPUT_DOWNLOAD).orElseThrow();
    assertThat(skip.round().uploadedBytes()).isEqualTo(1_077_150_720);
    assertThat(skip.round().downloadedBytes()).isEqualTo(2_097_152);
    assertThat(skip.modelled().hostWall()).isCloseTo(35_876, Percentage.withPercentage(1));

    BenchResult.Mode gated = result.mode(TransferMode.GATED).orElseThrow();
    assertThat(gated.round().uploadedBytes()).isEqualTo(1_075_053_568);
    assertThat(gated.round().downloadedBytes()).isEqualTo(2_097_152);
    assertThat(gated.modelled().hostWall()).isLessThan(skip.modelled().hostWall());

    assertThat(result.modes()).extracting(BenchResult.Mode::deviceAllocations).containsOnly(0L);
  }
}
