package dev.sluice.it.refusal;

import static dev.sluice.Transfer.DOWNLOAD;
import static dev.sluice.Transfer.UPLOAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.TransferGuard;
import dev.sluice.core.Sluice;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Transfers that a part of a program must not make, and who is told of those that are made. */
@SuppressWarnings("try") // a guard is there for its scope, not to be used in it
class ForbidTest {

  private static final JavaKernel COPY =
      args -> args.tensor("out").setInt(0, args.tensor("in").getInt(0));

  private static final DeviceCallable CALLABLE =
      DeviceCallable.builder("copy")
          .signature(Signature.builder().in("in").out("out").build())
          .artifact("sim", COPY)
          .build();

  private final List<RunReport> reports = new ArrayList<>();
  private final DeviceRuntime runtime =
      Sluice.builder().platform("sim").runListener(reports::add).open();
  private final HostTensor in = HostTensor.wrap(new int[] {7}, Shape.of(1));
  private final HostTensor out = HostTensor.wrap(new int[1], Shape.of(1));

  @AfterEach
  void close() {
    runtime.close();
  }

  private static void assertForbidden(ThrowingCallable call, String what) {
    assertThatThrownBy(call)
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining(what + ", which an open guard forbids to this thread");
  }

  @Test
  void a_run_with_a_forbidden_download_is_refused_before_the_first_device_call() {
    try (TransferGuard guard = runtime.forbid(DOWNLOAD)) {
      assertThatThrownBy(() -> runtime.run(CALLABLE, TaskArgs.of(in, out)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              """
              callable 'copy' on sim:0, argument 1 'out' (4 bytes): this would be a download, which\
               an open guard forbids to this thread; close the guard first, or leave the transfer out
              callable 'copy', mode GATED
                 0 in               IN      HOST                    4 bytes  up   -     only read, so it goes up and does not come back
                 1 out              OUT     HOST                    4 bytes  -    down  only written, so nothing goes up and all of it comes down
                total: 4 bytes up in 1 copy, 4 bytes down in 1 copy
              """);
      assertThat(runtime.totals().counts().allocations()).isZero();
    }

    runtime.run(CALLABLE, TaskArgs.of(in, out));
    assertThat(out.getInt(0)).isEqualTo(7);
  }

  @Test
  void what_is_not_forbidden_goes_on() {
    DeviceTensor result = runtime.allocate(out.dataType(), out.shape());
    BoundCall call = runtime.register(CALLABLE).bind(TaskArgs.of(in, result));
    try (TransferGuard guard = runtime.forbid(DOWNLOAD)) {
      assertThat(call.run().counts().uploadedBytes()).isEqualTo(4);
    }
    try (TransferGuard guard = runtime.forbid(UPLOAD)) {
      assertForbidden(call::run, "an upload");
      assertThat(runtime.download(result).getInt(0)).isEqualTo(7);
    }
    result.close();
  }

  @Test
  void memory_calls_are_refused_too() {
    DeviceTensor tensor = runtime.upload(in);
    ByteBuffer bytes = ByteBuffer.allocateDirect(4);
    ByteRange range = new ByteRange(0, 4);
    try (TransferGuard guard = runtime.forbid(UPLOAD, DOWNLOAD)) {
      assertForbidden(() -> runtime.upload(in), "an upload");
      assertForbidden(() -> runtime.copyToDevice(in, tensor), "an upload");
      assertForbidden(() -> runtime.copyToDevice(bytes, tensor, range), "an upload");
      assertForbidden(() -> runtime.download(tensor), "a download");
      assertForbidden(() -> runtime.copyToHost(tensor, out), "a download");
      assertForbidden(() -> runtime.copyToHost(tensor, range, bytes), "a download");
    }
    assertThat(runtime.liveTensors()).hasSize(1);
    tensor.close();
  }

  @Test
  void guards_add_up_and_each_counts_once() {
    TransferGuard outer = runtime.forbid(UPLOAD);
    TransferGuard inner = runtime.forbid(UPLOAD, DOWNLOAD);
    inner.close();
    inner.close();
    assertForbidden(() -> runtime.upload(in), "an upload");
    outer.close();
    runtime.upload(in).close();
  }

  @Test
  void another_thread_is_not_held_up() {
    try (TransferGuard guard = runtime.forbid(UPLOAD, DOWNLOAD)) {
      RunReport report =
          CompletableFuture.supplyAsync(() -> runtime.run(CALLABLE, TaskArgs.of(in, out))).join();

      assertThat(report.counts().uploadedBytes()).isEqualTo(4);
    }
  }

  @Test
  void a_guard_that_another_thread_closes_frees_the_thread_that_opened_it() {
    TransferGuard guard = runtime.forbid(UPLOAD);
    CompletableFuture.runAsync(guard::close).join();
    runtime.upload(in).close();
  }

  @Test
  void guards_of_two_threads_do_not_mix() {
    TransferGuard theirs = CompletableFuture.supplyAsync(() -> runtime.forbid(UPLOAD)).join();
    runtime.upload(in).close();
    TransferGuard own = runtime.forbid(UPLOAD);
    theirs.close();
    assertForbidden(() -> runtime.upload(in), "an upload");
    own.close();
  }

  @Test
  void a_guard_of_one_runtime_leaves_another_alone_and_closes_after_its_own() {
    try (DeviceRuntime other = Sluice.open("sim")) {
      TransferGuard guard = runtime.forbid(UPLOAD);
      other.upload(in).close();
      runtime.close();
      guard.close();
    }
  }

  @Test
  void what_moves_nothing_is_never_forbidden() {
    HostTensor empty = HostTensor.allocate(in.dataType(), Shape.of(0));
    DeviceCallable idle =
        DeviceCallable.builder("idle")
            .signature(Signature.builder().inout("x").build())
            .artifact("sim", (JavaKernel) args -> {})
            .build();
    try (TransferGuard guard = runtime.forbid(UPLOAD, DOWNLOAD)) {
      assertThat(runtime.run(idle, TaskArgs.of(empty)).counts().launches()).isEqualTo(1);
      runtime.allocate(in.dataType(), in.shape()).close();
    }
  }

  @Test
  void a_guard_needs_something_to_forbid() {
    assertThatThrownBy(runtime::forbid)
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("nothing is forbidden; name UPLOAD, DOWNLOAD or both");
  }

  @Test
  void the_listener_gets_the_report_of_each_run_that_succeeded() {
    RunReport report = runtime.run(CALLABLE, TaskArgs.of(in, out));
    assertThatThrownBy(() -> runtime.run(CALLABLE, TaskArgs.of(in)))
        .isInstanceOf(RejectedCallException.class);

    assertThat(reports).containsExactly(report);
  }

  @Test
  void the_listener_may_use_the_runtime() {
    List<Long> runs = new ArrayList<>();
    AtomicReference<DeviceRuntime> own = new AtomicReference<>();
    try (DeviceRuntime listened =
        Sluice.builder()
            .platform("sim")
            .runListener(
                report -> {
                  runs.add(own.get().totals().runs());
                  own.get().upload(in).close();
                  if (runs.size() < 3) {
                    own.get().run(CALLABLE, TaskArgs.of(in, out));
                  }
                })
            .open()) {
      own.set(listened);
      listened.run(CALLABLE, TaskArgs.of(in, out));
    }
    assertThat(runs).containsExactly(1L, 2L, 3L);
  }

  @Test
  void the_listener_may_close_the_runtime() {
    AtomicReference<DeviceRuntime> own = new AtomicReference<>();
    try (DeviceRuntime listened =
        Sluice.builder().platform("sim").runListener(report -> own.get().close()).open()) {
      own.set(listened);
      RunReport report = listened.run(CALLABLE, TaskArgs.of(in, out));

      assertThat(report.counts().downloadedBytes()).isEqualTo(4);
      assertThat(listened.isOpen()).isFalse();
    }
  }

  @Test
  void what_the_listener_throws_reaches_the_caller_of_a_run_that_succeeded() {
    IllegalStateException own = new IllegalStateException("own");
    try (DeviceRuntime listened =
        Sluice.builder()
            .platform("sim")
            .runListener(
                report -> {
                  throw own;
                })
            .open()) {
      assertThatThrownBy(() -> listened.run(CALLABLE, TaskArgs.of(in, out))).isSameAs(own);
      assertThat(listened.totals().runs()).isEqualTo(1);
      assertThat(listened.totals().failedRuns()).isZero();
    }
  }
}
