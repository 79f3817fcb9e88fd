package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceInfo;
import dev.sluice.PlatformKind;
import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Managed;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchOutputTest {

  private static final BenchResult SIMULATED = result("sim", PlatformKind.SIMULATED, true);
  private static final BenchResult HARDWARE = result("hw", PlatformKind.HARDWARE, false);

  private static BenchResult result(String platform, PlatformKind kind, boolean modelled) {
    return result(
        platform,
        kind,
        modelled,
        modelled ? new Times(200, 50.0, 150.0) : new Times(200, null, null));
  }

  private static BenchResult result(
      String platform, PlatformKind kind, boolean modelled, Times first) {
    BenchRequest request =
        new BenchRequest(
            AttentionCase.SMALL,
            List.of(BenchMode.COPY_ALL, BenchMode.MANAGED),
            10,
            2,
            platform,
            modelled ? "a2a3" : null,
            PagedAttention.callable("sim", new IdleKernel()),
            true);
    return new BenchResult(
        request,
        new DeviceInfo(platform, kind, 0, "a device"),
        List.of(
            new BenchResult.Mode(
                BenchMode.COPY_ALL,
                new TransferCounts(4096, 6, 4096, 6, 0, 0, 0, 1),
                0,
                first,
                190.25,
                1210.5,
                modelled ? new Times(80, 10.0, 70.0) : null,
                null,
                Golden.PASS,
                null),
            new BenchResult.Mode(
                BenchMode.MANAGED,
                new TransferCounts(3072, 3, 1024, 1, 0, 0, 0, 1),
                2,
                modelled ? new Times(100, 50.0, 50.0) : new Times(100, null, null),
                90,
                110,
                modelled ? new Times(30, 10.0, 20.0) : null,
                new Managed(
                    new TransferCounts(2_004_096, 5, 1024, 1, 6, 0, 0, 1),
                    new TransferCounts(0, 0, 1024, 1, 0, 0, 0, 0),
                    21.25,
                    modelled ? 12.9 : null),
                Golden.FAIL,
                "3 of 9 values are wrong")));
  }

  @Test
  void the_table_says_what_moved_first_and_keeps_measured_and_modelled_apart() {
    assertThat(BenchTable.of(SIMULATED))
        .isEqualTo(
            """
            paged-attention small on sim:0 (a device): median of 10 rounds after 2, modes interleaved
            No hardware was run: measured times are the simulator's on this machine.

            moved in one round          up, bytes  copies     down, bytes  copies
            COPY_ALL                        4,096       6           4,096       6
            MANAGED                         3,072       3           1,024       1

            MANAGED is the steady state, after a first round that moved 2,004,096 bytes up in 5 copies.
              Before a run the host writes query, block_table and context_lens; after it, it reads
              out: 1,024 bytes down in 1 copy, 21.3 us measured, 12.9 us modelled. All figures contain that.

            measured on this machine, us
                                   host_overhead       change      host_wall       change    device_wall
            COPY_ALL                       150.0     baseline          200.0     baseline           50.0
            MANAGED                         50.0      -66.7 %          100.0      -50.0 %           50.0

            modelled by profile a2a3, us
                                   host_overhead       change      host_wall       change    device_wall
            COPY_ALL                        70.0     baseline           80.0     baseline           10.0
            MANAGED                         20.0      -71.4 %           30.0      -62.5 %           10.0

            COPY_ALL              measured host_wall from 190.3 to 1,210.5 us; 0 device allocations in all rounds
            MANAGED               measured host_wall from 90.0 to 110.0 us; 2 device allocations in all rounds

            COPY_ALL              golden PASS
            MANAGED               golden FAIL: 3 of 9 values are wrong
            """);
  }

  @Test
  void a_device_without_a_cost_model_has_no_modelled_times() {
    assertThat(BenchTable.of(HARDWARE))
        .doesNotContain("modelled", "No hardware")
        .containsPattern("COPY_ALL +- +- +200.0 +baseline +-\n");
    assertThat(BenchJson.of(HARDWARE))
        .contains("\"profile\":null")
        .contains(
            "\"measured\":{\"hostWallMicros\":200.000,\"deviceWallMicros\":null,"
                + "\"hostOverheadMicros\":null},\"modelled\":null,\"managed\":null,")
        .contains("\"measuredMicros\":21.250,\"modelledMicros\":null}}");
  }

  @Test
  void the_json_has_plain_decimals_however_large_or_small() {
    BenchResult result = result("sim", PlatformKind.SIMULATED, true, new Times(1e10, 0.001, 2e7));

    assertThat(BenchJson.of(result))
        .contains(
            "\"measured\":{\"hostWallMicros\":10000000000.000,\"deviceWallMicros\":0.001,"
                + "\"hostOverheadMicros\":20000000.000}");
  }

  @Test
  void the_json_has_the_stable_shape() {
    assertThat(BenchJson.of(SIMULATED))
        .isEqualTo(
            """
            {"schema":1,"workload":"paged-attention","case":"small","platform":"sim","profile":"a2a3",\
            "rounds":10,"modes":[\
            {"mode":"COPY_ALL","h2dBytes":4096,"d2hBytes":4096,"h2dCopies":6,"d2hCopies":6,\
            "deviceAllocations":0,\
            "measured":{"hostWallMicros":200.000,"deviceWallMicros":50.000,"hostOverheadMicros":150.000},\
            "modelled":{"hostWallMicros":80.000,"deviceWallMicros":10.000,"hostOverheadMicros":70.000},\
            "managed":null,"golden":"PASS"},\
            {"mode":"MANAGED","h2dBytes":3072,"d2hBytes":1024,"h2dCopies":3,"d2hCopies":1,\
            "deviceAllocations":2,\
            "measured":{"hostWallMicros":100.000,"deviceWallMicros":50.000,"hostOverheadMicros":50.000},\
            "modelled":{"hostWallMicros":30.000,"deviceWallMicros":10.000,"hostOverheadMicros":20.000},\
            "managed":{"firstRound":{"h2dBytes":2004096,"h2dCopies":5},\
            "hostRead":{"d2hBytes":1024,"d2hCopies":1,"measuredMicros":21.250,"modelledMicros":12.900}},\
            "golden":"FAIL"}]}""");
  }
}
