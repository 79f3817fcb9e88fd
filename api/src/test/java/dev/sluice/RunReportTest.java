package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.RunReport.ArgumentCounts;
import dev.sluice.TransferPlan.Argument;
import dev.sluice.error.ArgumentRef;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Run reports, and the counts and times that they are made of. */
class RunReportTest {

  private static final TransferCounts COUNTS = new TransferCounts(1, 2, 3, 4, 5, 6, 7, 8);

  @Test
  void counts_are_added_and_subtracted_one_by_one() {
    TransferCounts tenfold = new TransferCounts(10, 20, 30, 40, 50, 60, 70, 80);
    TransferCounts sum = new TransferCounts(11, 22, 33, 44, 55, 66, 77, 88);
    assertThat(COUNTS.plus(tenfold)).isEqualTo(sum);
    assertThat(sum.minus(COUNTS)).isEqualTo(tenfold);
    assertThat(COUNTS.plus(TransferCounts.ZERO)).isEqualTo(COUNTS);
    assertThat(COUNTS.minus(COUNTS)).isEqualTo(TransferCounts.ZERO);
  }

  @Test
  void host_overhead_is_host_wall_less_device_wall() {
    assertThat(times(OptionalLong.of(70_000)).hostOverheadNanos()).hasValue(30_500);
    assertThat(new ModelledTimes(100, 70).hostOverheadNanos()).isEqualTo(30);
  }

  @Test
  void host_overhead_is_absent_and_not_zero_where_the_device_reports_no_time() {
    assertThat(times(OptionalLong.empty()).hostOverheadNanos()).isEmpty();
  }

  @Test
  void an_absent_device_time_is_empty_and_not_null() {
    OptionalLong missing = null;
    assertThatThrownBy(() -> times(missing))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("deviceWallNanos");
  }

  @Test
  void a_report_has_what_crossed_in_all_and_for_each_argument() {
    long[] argumentCounts = {16, 1, 0, 0, 0, 0, 8, 2};
    RunReport report = report(argumentCounts, new ModelledTimes(100, 70));
    argumentCounts[0] = 99;

    assertThat(report.counts()).isEqualTo(COUNTS);
    assertThat(report.counts(0))
        .isEqualTo(new ArgumentCounts(new ArgumentRef(0, "x"), 16, 1, 0, 0));
    assertThat(report.counts(1))
        .isEqualTo(new ArgumentCounts(new ArgumentRef(1, null), 0, 0, 8, 2));
    assertThatThrownBy(() -> report.counts(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(report.delegatedBytes()).isEqualTo(512);
    assertThat(report.hostCopiedBytes()).isEqualTo(24);
    assertThat(report.measured()).isEqualTo(times(OptionalLong.empty()));
    assertThat(report.modelled()).contains(new ModelledTimes(100, 70));
    assertThat(report.device()).isEqualTo("sim:0");
    assertThat(report.plan().callable()).isEqualTo("add");
    assertThat(report).hasToString("callable 'add' on sim:0: 1 bytes up, 3 bytes down, 100 us");
  }

  @Test
  void a_device_without_a_cost_model_has_no_modelled_times() {
    assertThat(report(new long[8], null).modelled()).isEmpty();
  }

  @Test
  void a_device_is_named_by_platform_and_number() {
    assertThat(new DeviceInfo("sim", PlatformKind.SIMULATED, 3, "a simulator").name())
        .isEqualTo("sim:3");
  }

  private static RunReport report(long[] argumentCounts, ModelledTimes modelled) {
    TransferPlan plan =
        new TransferPlan(
            "add",
            TransferMode.GATED,
            List.of(
                new Argument(
                    0,
                    "x",
                    ArgDirection.IN,
                    Placement.HOST,
                    16,
                    true,
                    false,
                    false,
                    1,
                    TransferReason.INPUT),
                new Argument(
                    1,
                    null,
                    ArgDirection.OUT,
                    Placement.HOST,
                    8,
                    false,
                    true,
                    false,
                    2,
                    TransferReason.OUTPUT)));
    return new RunReport(
        "sim:0", plan, COUNTS, argumentCounts, 512, 24, times(OptionalLong.empty()), modelled);
  }

  private static RunTimes times(OptionalLong deviceWallNanos) {
    return new RunTimes(1, 2, 3, 4, 5, 6, 100_500, deviceWallNanos);
  }
}
