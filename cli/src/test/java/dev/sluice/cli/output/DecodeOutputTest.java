package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DeviceInfo;
import dev.sluice.PlatformKind;
import dev.sluice.TransferCounts;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchResult.Golden;
import dev.sluice.cli.bench.BenchResult.Times;
import dev.sluice.cli.bench.DecodeRequest;
import dev.sluice.cli.bench.DecodeResult;
import dev.sluice.cli.bench.DecodeResult.Step;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.tensor.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodeOutputTest {

  private static DecodeResult result(boolean simulated) {
    DecodeRequest request =
        new DecodeRequest(
            AttentionCase.SMALL,
            DataType.FLOAT16,
            42,
            List.of(BenchMode.COPY_ALL, BenchMode.MANAGED),
            2,
            simulated ? "sim" : "hw",
            simulated ? "a2a3" : null,
            PagedAttention.callable("sim", new IdleKernel()),
            true);
    Times modelled = simulated ? new Times(80, 10.0, 70.0) : null;
    Times cheap = simulated ? new Times(20, 10.0, 10.0) : null;
    Times measured = simulated ? new Times(200, 50.0, 150.0) : new Times(200, null, null);
    Step all =
        new Step(
            new TransferCounts(4096, 6, 4096, 6, 0, 0, 0, 1), 0, measured, modelled, Golden.PASS);
    return new DecodeResult(
        request,
        new DeviceInfo(
            simulated ? "sim" : "hw",
            simulated ? PlatformKind.SIMULATED : PlatformKind.HARDWARE,
            0,
            "a device"),
        List.of(
            new DecodeResult.Mode(BenchMode.COPY_ALL, List.of(all, all), null),
            new DecodeResult.Mode(
                BenchMode.MANAGED,
                List.of(
                    new Step(
                        new TransferCounts(3072, 5, 1024, 1, 6, 0, 0, 1),
                        0,
                        measured,
                        modelled,
                        Golden.PASS),
                    new Step(
                        new TransferCounts(512, 4, 1024, 1, 0, 0, 0, 1),
                        96,
                        measured,
                        cheap,
                        Golden.FAIL)),
                "step 2: 3 of 9 values are wrong")));
  }

  @Test
  void the_table_has_each_mode_step_by_step_and_then_all_steps() {
    assertThat(DecodeTable.of(result(true)))
        .isEqualTo(
            """
            decode small on sim:0 (a device): 2 steps, modes interleaved
            Before each step, each of 16 sequences gets a token. Caches of 256 blocks of 128 tokens in float16, seed 42.
            MANAGED: step 1 brings everything to the device; after each run the host reads out,
              which is outside the run, and which all figures contain.
            No hardware was run: measured times are the simulator's on this machine.

                                                                 modelled host_wall, us        measured host_wall, us
            COPY_ALL                 up, bytes copies down, bytes copies         step        so far         step        so far  golden
            step 1                       4,096      6       4,096      6         80.0          80.0        200.0         200.0  PASS
            step 2                       4,096      6       4,096      6         80.0         160.0        200.0         400.0  PASS

                                                                 modelled host_wall, us        measured host_wall, us
            MANAGED                  up, bytes copies down, bytes copies         step        so far         step        so far  golden
            step 1                       3,072      5       1,024      1         80.0          80.0        200.0         200.0  PASS
            step 2                         512      4       1,024      1         20.0         100.0        200.0         400.0  FAIL

            moved in all steps          up, bytes  copies     down, bytes  copies
            COPY_ALL                        8,192      12           8,192      12
            MANAGED                         3,584       9           2,048       2
              MANAGED: 96 of the bytes up were on the device; they lie between others, and a copy less is cheaper.

            measured on this machine in all steps, us
                                   host_overhead       change      host_wall       change    device_wall
            COPY_ALL                       300.0     baseline          400.0     baseline          100.0
            MANAGED                        300.0       +0.0 %          400.0       +0.0 %          100.0

            modelled by profile a2a3 for all steps, us
                                   host_overhead       change      host_wall       change    device_wall
            COPY_ALL                       140.0     baseline          160.0     baseline           20.0
            MANAGED                         80.0      -42.9 %          100.0      -37.5 %           20.0

            COPY_ALL              golden PASS
            MANAGED               golden FAIL: step 2: 3 of 9 values are wrong
            """);
  }

  @Test
  void a_device_without_a_cost_model_has_no_modelled_times() {
    String table = DecodeTable.of(result(false));

    assertThat(table)
        .doesNotContain("modelled by", "No hardware")
        .containsPattern("step 1 +4,096 +6 +4,096 +6 +- +- +200.0 +200.0 +PASS\\n");
    assertThat(DecodeJson.of(result(false)))
        .contains("\"profile\":null")
        .contains(
            "\"measured\":{\"hostWallMicros\":200.000,\"deviceWallMicros\":null,"
                + "\"hostOverheadMicros\":null},\"modelled\":null");
  }

  @Test
  void the_json_has_the_stable_shape() {
    assertThat(DecodeJson.of(result(true)))
        .startsWith(
            """
            {"schema":1,"workload":"decode","case":"small","blocks":256,"type":"float16","seed":42,\
            "platform":"sim","profile":"a2a3","steps":2,"modes":[\
            {"mode":"COPY_ALL","steps":[{"h2dBytes":4096,""")
        .endsWith(
            """
            {"h2dBytes":512,"d2hBytes":1024,"h2dCopies":4,"d2hCopies":1,"h2dAddedBytes":96,\
            "deviceAllocations":0,\
            "measured":{"hostWallMicros":200.000,"deviceWallMicros":50.000,"hostOverheadMicros":150.000},\
            "modelled":{"hostWallMicros":20.000,"deviceWallMicros":10.000,"hostOverheadMicros":10.000},\
            "golden":"FAIL","cumulative":\
            {"h2dBytes":3584,"d2hBytes":2048,"h2dCopies":9,"d2hCopies":2,"h2dAddedBytes":96,\
            "deviceAllocations":6,\
            "measured":{"hostWallMicros":400.000,"deviceWallMicros":100.000,"hostOverheadMicros":300.000},\
            "modelled":{"hostWallMicros":100.000,"deviceWallMicros":20.000,"hostOverheadMicros":80.000},\
            "golden":"FAIL"}}],"total":\
            {"h2dBytes":3584,"d2hBytes":2048,"h2dCopies":9,"d2hCopies":2,"h2dAddedBytes":96,\
            "deviceAllocations":6,\
            "measured":{"hostWallMicros":400.000,"deviceWallMicros":100.000,"hostOverheadMicros":300.000},\
            "modelled":{"hostWallMicros":100.000,"deviceWallMicros":20.000,"hostOverheadMicros":80.000},\
            "golden":"FAIL"}}]}""");
  }
}
