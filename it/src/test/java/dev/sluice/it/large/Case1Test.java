package dev.sluice.it.large;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.BoundCall;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.AttentionBench;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.core.Sluice;
import dev.sluice.tensor.ManagedTensor;
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
        "case1 in four modes needs a machine of 16 GiB");
    BenchRequest request =
        new BenchRequest(
            AttentionCase.CASE1,
            List.of(BenchMode.values()),
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

    BenchResult.Mode all = result.mode(BenchMode.COPY_ALL).orElseThrow();
    assertThat(all.round().uploadedBytes()).isEqualTo(1_077_150_720);
    assertThat(all.round().downloadedBytes()).isEqualTo(1_077_150_720);
    assertThat(all.modelled().hostWall()).isCloseTo(78_471, Percentage.withPercentage(1));

    BenchResult.Mode skip = result.mode(BenchMode.SKIP_INPUT_DOWNLOAD).orElseThrow();
    assertThat(skip.round().uploadedBytes()).isEqualTo(1_077_150_720);
    assertThat(skip.round().downloadedBytes()).isEqualTo(2_097_152);
    assertThat(skip.modelled().hostWall()).isCloseTo(35_876, Percentage.withPercentage(1));

    BenchResult.Mode gated = result.mode(BenchMode.GATED).orElseThrow();
    assertThat(gated.round().uploadedBytes()).isEqualTo(1_075_053_568);
    assertThat(gated.round().downloadedBytes()).isEqualTo(2_097_152);
    assertThat(gated.modelled().hostWall()).isLessThan(skip.modelled().hostWall());

    BenchResult.Mode managed = result.mode(BenchMode.MANAGED).orElseThrow();
    assertThat(managed.managed().firstRound().uploadedBytes()).isEqualTo(1_075_053_568);
    assertThat(managed.round().uploadedBytes()).isEqualTo(1_311_744);
    assertThat(managed.managed().read().downloadedBytes()).isEqualTo(2_097_152);
    assertThat(managed.round().downloadedBytes()).isEqualTo(2_097_152);
    assertThat(managed.modelled().hostWall()).isLessThanOrEqualTo(3_050);

    assertThat(result.modes()).extracting(BenchResult.Mode::deviceAllocations).containsOnly(0L);
  }

  @Test
  void a_steady_step_with_managed_tensors_moves_what_the_host_wrote_and_nothing_down_unread() {
    AttentionData data = AttentionData.sizesOnly(AttentionCase.CASE1);
    try (DeviceRuntime runtime =
        Sluice.builder().platform("sim").property("profile", "a2a3").open()) {
      List<ManagedTensor> tensors = data.tensors().stream().map(runtime::manage).toList();
      TaskArgs.Builder args = TaskArgs.builder();
      tensors.forEach(args::tensor);
      BoundCall step =
          runtime
              .register(PagedAttention.callable("sim", new IdleKernel()))
              .bind(args.scalar(data.scale()).build());
      step.run();

      TransferCounts first = runtime.totals().counts();
      for (int changed :
          List.of(PagedAttention.QUERY, PagedAttention.BLOCK_TABLE, PagedAttention.CONTEXT_LENS)) {
        tensors.get(changed).write(all -> all.setBits(0, 1));
      }
      RunReport report = step.run();

      TransferCounts steady = runtime.totals().counts().minus(first);
      assertThat(steady.uploadedBytes()).isEqualTo(1_311_744);
      assertThat(steady.downloadedBytes()).isZero();
      assertThat(steady.allocations()).isZero();
      assertThat(report.modelled().orElseThrow().hostWallNanos()).isLessThanOrEqualTo(3_050_000);

      tensors.get(PagedAttention.OUT).read(out -> {});
      assertThat(runtime.totals().counts().minus(first).downloadedBytes()).isEqualTo(2_097_152);
      tensors.forEach(ManagedTensor::close);
    }
  }
}
