package dev.sluice.it.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.BoundCall;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.RegisteredCallable;
import dev.sluice.RunReport;
import dev.sluice.TransferCounts;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.it.model.Argument;
import dev.sluice.it.model.Model;
import dev.sluice.it.model.ModelCall;
import dev.sluice.it.model.PlacedCall;
import dev.sluice.it.model.Where;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.tensor.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Eight threads on one runtime, each with calls and memory of its own. */
class ManyThreadsTest {

  private static final int THREADS = 8;
  private static final int RUNS = 60;

  private static ModelCall call(int thread) {
    return ModelCall.of(
        new Argument(ArgDirection.IN, Where.HOST_DIRECT, DataType.INT32, 50 + thread, thread + 1),
        new Argument(ArgDirection.OUT, Where.HOST_ARRAY, DataType.INT64, 700 * thread, thread + 9),
        new Argument(ArgDirection.INOUT, Where.DEVICE, DataType.FLOAT32, 30, thread + 17));
  }

  @Test
  void results_are_right_and_totals_add_up() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Future<TransferCounts>> workers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        ModelCall call = call(i);
        boolean bound = i % 2 == 0;
        workers.add(
            threads.submit(
                () -> {
                  start.await(BlockingKernel.PATIENCE_SECONDS, TimeUnit.SECONDS);
                  return work(runtime, call, bound);
                }));
      }
      TransferCounts reported = TransferCounts.ZERO;
      for (Future<TransferCounts> worker : workers) {
        reported = reported.plus(get(worker));
      }

      TransferCounts counted = runtime.capability(DeviceCounters.class).orElseThrow().counts();
      assertThat(runtime.totals().counts()).isEqualTo(counted);
      assertThat(runtime.totals().runs()).isEqualTo(THREADS * RUNS);
      assertThat(runtime.totals().failedRuns()).isZero();
      assertThat(reported.launches()).isEqualTo(THREADS * RUNS);
      assertThat(counted.launches()).isEqualTo(reported.launches());
      // Beside the runs, each thread uploads one device tensor of 120 bytes and downloads it.
      assertThat(counted.uploadedBytes() - reported.uploadedBytes()).isEqualTo(THREADS * 120);
      assertThat(counted.downloadedBytes() - reported.downloadedBytes()).isEqualTo(THREADS * 120);
      assertThat(runtime.liveTensors()).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }

  private static TransferCounts work(DeviceRuntime runtime, ModelCall call, boolean useBound) {
    Model model = new Model(TransferMode.GATED, OutputFill.NONE);
    TransferCounts reported = TransferCounts.ZERO;
    try (RegisteredCallable registered = runtime.register(call.callable());
        PlacedCall placed = PlacedCall.on(runtime, call)) {
      BoundCall bound = registered.bind(placed.args());
      List<byte[]> bytes = placed.initialBytes();
      for (int i = 0; i < RUNS; i++) {
        RunReport report = useBound ? bound.run() : registered.run(placed.args());
        Model.Expected expected = model.run(call, bytes);
        bytes = expected.after();
        assertThat(report.plan().arguments()).isEqualTo(expected.plan());
        for (int j = 0; j < 2; j++) {
          assertThat(placed.backings().get(j).bytes()).isEqualTo(bytes.get(j));
        }
        reported = reported.plus(report.counts());
      }
      assertThat(placed.backings().get(2).bytes()).isEqualTo(bytes.get(2));
    }
    return reported;
  }

  private static <T> T get(Future<T> future) throws Exception {
    try {
      return future.get(BlockingKernel.PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("a thread is still busy", e);
    }
  }
}
