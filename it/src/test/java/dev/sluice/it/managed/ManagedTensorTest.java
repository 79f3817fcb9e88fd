package dev.sluice.it.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BoundCall;
import dev.sluice.DeviceRuntime;
import dev.sluice.RunReport;
import dev.sluice.TaskArgs;
import dev.sluice.TransferCounts;
import dev.sluice.TransferReason;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.ContentsLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import dev.sluice.it.model.TestPlatform;
import dev.sluice.spi.CopyCosts;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.MappedAccess;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What moves for a managed tensor and what does not, what is refused, and what failures leave. */
class ManagedTensorTest {

  private static final Shape SHAPE = Shape.of(256);
  private static final long BYTES = 1024;

  static Stream<TestPlatform> platforms() {
    return TestPlatform.all();
  }

  static Stream<TestPlatform> standIns() {
    return TestPlatform.standIns();
  }

  private static HostTensor ints(int value) {
    int[] array = new int[256];
    Arrays.fill(array, value);
    return HostTensor.wrap(array, SHAPE);
  }

  private static int first(ManagedTensor tensor) {
    int[] value = new int[1];
    tensor.read(view -> value[0] = view.getInt(0));
    return value[0];
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_tensor_goes_up_once_and_comes_down_when_the_host_reads(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(DataType.INT32, SHAPE)) {
      TaskArgs args = TaskArgs.of(x, y);

      RunReport first = runtime.run(Kernels.next(), args);
      RunReport second = runtime.run(Kernels.next(), args);

      assertThat(first.counts().uploadedBytes()).isEqualTo(BYTES);
      assertThat(first.counts(0).uploadedBytes()).isEqualTo(BYTES);
      assertThat(first.plan().arguments().get(1).reason())
          .isEqualTo(TransferReason.WRITTEN_ON_DEVICE);
      assertThat(second.counts().minus(TransferCounts.ZERO))
          .isEqualTo(new TransferCounts(0, 0, 0, 0, 0, 0, 0, 1));
      assertThat(second.counts(0).uploadedBytes()).isZero();
      assertThat(second.plan().arguments().get(0).reason())
          .isEqualTo(TransferReason.VALID_ON_DEVICE);
      assertThat(y.staleOnHost()).containsExactly(new ByteRange(0, BYTES));
      assertThat(first(y)).isEqualTo(2);
      assertThat(first(y)).isEqualTo(2);
      assertThat(runtime.totals().counts().downloadedBytes()).isEqualTo(BYTES);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void only_the_range_that_the_host_wrote_goes_up_again(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      BoundCall call = runtime.register(Kernels.increment()).bind(TaskArgs.of(x));
      call.run();
      x.write(10, 2, view -> view.fillBits(40));

      assertThat(call.plan().uploadBytes()).isEqualTo(8);
      RunReport report = call.run();

      assertThat(report.plan().explain()).contains("; 8 bytes in 1 range");
      assertThat(report.counts().uploadedBytes()).isEqualTo(8);
      assertThat(report.counts().downloadedBytes()).isZero();
      assertThat(call.run().counts().uploadedBytes()).isZero();
      x.read(
          view -> {
            assertThat(view.getInt(0)).isEqualTo(4);
            assertThat(view.getInt(10)).isEqualTo(42);
            assertThat(view.getInt(12)).isEqualTo(4);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_read_of_a_range_downloads_no_more_and_an_update_sees_what_the_device_wrote(
      TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));

      x.read(100, 4, view -> assertThat(view.getInt(3)).isEqualTo(2));
      assertThat(runtime.totals().counts().downloadedBytes()).isEqualTo(16);

      x.update(0, 1, view -> view.setInt(0, view.getInt(0) + 5));
      assertThat(runtime.totals().counts().downloadedBytes()).isEqualTo(20);
      assertThat(x.staleOnDevice()).containsExactly(new ByteRange(0, 4));
      assertThat(x.staleOnHost())
          .containsExactly(new ByteRange(4, 396), new ByteRange(416, BYTES - 416));
      assertThat(first(x)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void near_ranges_are_joined_where_a_copy_costs_more_and_the_plan_says_so(TestPlatform on) {
    CopyCosts costly = new CopyCosts(100, 1e9, 1e9);
    try (DeviceRuntime runtime = Device.on(on).copyCosts(costly).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      BoundCall call = runtime.register(Kernels.increment()).bind(TaskArgs.of(x));
      call.run();
      x.ensureOnHost();
      x.write(0, 1, view -> view.setInt(0, 10));
      x.write(20, 1, view -> view.setInt(0, 20)); // 76 bytes behind: cheaper than a copy
      x.write(60, 1, view -> view.setInt(0, 30)); // 156 bytes behind: dearer

      RunReport report = call.run();

      assertThat(report.counts().uploadCopies()).isEqualTo(2);
      assertThat(report.counts().uploadedBytes()).isEqualTo(84 + 4);
      assertThat(report.plan().arguments().get(0).addedBytes()).isEqualTo(76);
      assertThat(report.plan().explain())
          .contains(
              "; 88 bytes in 2 ranges, 76 of them again, because that is cheaper than more copies");
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void ranges_are_never_joined_over_what_only_the_device_has(TestPlatform on) {
    CopyCosts costly = new CopyCosts(1_000_000, 1e9, 1e9);
    try (DeviceRuntime runtime = Device.on(on).copyCosts(costly).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      x.write(0, 1, view -> view.setInt(0, 10));
      x.write(20, 1, view -> view.setInt(0, 20));

      RunReport report = runtime.run(Kernels.increment(), TaskArgs.of(x));

      assertThat(report.counts().uploadedBytes()).isEqualTo(8);
      x.read(
          view -> {
            assertThat(view.getInt(0)).isEqualTo(11);
            assertThat(view.getInt(1)).isEqualTo(3);
            assertThat(view.getInt(20)).isEqualTo(21);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void what_is_early_on_either_side_need_not_be_copied_later(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      x.ensureOnDevice();
      x.ensureOnDevice();
      assertThat(runtime.totals().counts().uploadedBytes()).isEqualTo(BYTES);
      assertThat(runtime.run(Kernels.increment(), TaskArgs.of(x)).counts().uploadedBytes())
          .isZero();

      x.ensureOnHost();
      assertThat(x.staleOnHost()).isEmpty();
      assertThat(first(x)).isEqualTo(2);
      assertThat(runtime.totals().counts().downloadCopies()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void discarded_contents_move_no_more_and_released_ones_come_back(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(1))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      runtime.run(Kernels.increment(), TaskArgs.of(y));
      x.discard();
      assertThat(x.isOnDevice()).isTrue();
      x.read(view -> assertThat(view.shape()).isEqualTo(SHAPE));
      assertThat(runtime.totals().counts().downloadedBytes()).isZero();

      y.release();
      assertThat(y.isOnDevice()).isFalse();
      assertThat(first(y)).isEqualTo(2);
      assertThat(runtime.totals().counts().downloadedBytes()).isEqualTo(BYTES);
      assertThat(runtime.run(Kernels.increment(), TaskArgs.of(y)).counts().uploadedBytes())
          .isEqualTo(BYTES);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void the_least_recently_used_is_evicted_and_written_back_first(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).capacityBytes(2 * BYTES).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(10));
        ManagedTensor z = runtime.manage(ints(20))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      runtime.run(Kernels.increment(), TaskArgs.of(y));
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      runtime.run(Kernels.increment(), TaskArgs.of(z));

      assertThat(y.isOnDevice()).isFalse();
      assertThat(x.isOnDevice()).isTrue();
      assertThat(y.staleOnHost()).isEmpty();
      assertThat(runtime.totals().evictions()).isEqualTo(1);
      assertThat(List.of(first(x), first(y), first(z))).containsExactly(3, 11, 21);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void memory_of_what_the_host_only_reads_is_taken_for_a_run(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).capacityBytes(BYTES).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(10))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      x.read(
          0,
          1,
          view -> {
            runtime.run(Kernels.increment(), TaskArgs.of(y));
            assertThat(view.getInt(0)).isEqualTo(2);
          });

      assertThat(x.isOnDevice()).isFalse();
      assertThat(List.of(first(x), first(y))).containsExactly(2, 11);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void memory_of_what_the_host_is_writing_is_not_taken(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).capacityBytes(BYTES).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(10))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      x.write(
          0,
          1,
          view -> {
            view.setInt(0, 5);
            assertThatThrownBy(() -> runtime.run(Kernels.increment(), TaskArgs.of(y)))
                .isInstanceOf(DeviceMemoryException.class);
          });

      x.read(
          view -> {
            assertThat(view.getInt(0)).isEqualTo(5);
            assertThat(view.getInt(1)).isEqualTo(2);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_write_back_that_fails_loses_nothing_and_another_is_evicted(TestPlatform on) {
    try (DeviceRuntime runtime =
            Device.on(on).capacityBytes(2 * BYTES).failingFirstDownload().open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(10));
        ManagedTensor z = runtime.manage(ints(20))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      runtime.run(Kernels.increment(), TaskArgs.of(y));
      runtime.run(Kernels.increment(), TaskArgs.of(z));

      assertThat(x.isOnDevice()).isTrue();
      assertThat(y.isOnDevice()).isFalse();
      assertThat(List.of(first(x), first(y), first(z))).containsExactly(2, 11, 21);
    }
  }

  @Test
  void a_working_set_larger_than_the_device_is_refused_with_the_numbers() {
    TestPlatform on = TestPlatform.SIMULATOR; // which knows how much memory it has
    try (DeviceRuntime runtime = Device.on(on).capacityBytes(2 * BYTES - 1).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(1))) {
      assertThatThrownBy(() -> runtime.run(Kernels.next(), TaskArgs.of(x, y)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "callable 'next' on sim:0: the call needs 2048 bytes for its managed tensors, 0 bytes"
                  + " for staging and 0 bytes for open device tensors at once, but the device has"
                  + " 2047; split the call, close device tensors, or call trim()");
      assertThat(runtime.totals().counts().uploadCopies()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("standIns")
  void a_device_that_does_not_know_its_memory_says_when_there_is_no_room(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).capacityBytes(2 * BYTES - 1).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(1))) {
      assertThatThrownBy(() -> runtime.run(Kernels.next(), TaskArgs.of(x, y)))
          .isInstanceOf(DeviceMemoryException.class)
          .hasMessage(
              "callable 'next' on "
                  + on.name()
                  + ":0: the device has no room for 1024 bytes; close device tensors, call trim(),"
                  + " or pass smaller tensors");
      assertThat(runtime.totals().counts().uploadCopies()).isZero();
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      assertThat(first(x)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void what_a_failed_launch_may_have_half_written_is_lost_unless_the_host_has_it(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      assertThatThrownBy(() -> runtime.run(Kernels.fail(), TaskArgs.of(x)))
          .isInstanceOf(LaunchException.class);
      assertThat(first(x)).isEqualTo(1); // the host had it all

      runtime.run(Kernels.increment(), TaskArgs.of(x));
      assertThatThrownBy(() -> runtime.run(Kernels.fail(), TaskArgs.of(x)))
          .isInstanceOf(LaunchException.class);

      assertThat(x.lost()).containsExactly(new ByteRange(0, BYTES));
      assertThatThrownBy(() -> first(x))
          .isInstanceOf(ContentsLostException.class)
          .hasMessage(
              on.name()
                  + ":0 (1024 bytes): bytes 0..1024 of managed tensor 1 (INT32 [256]) are lost: a"
                  + " launch that writes them failed, or the device is gone; write them anew, or"
                  + " call discard() if nobody needs them");
      assertThatThrownBy(() -> runtime.run(Kernels.increment(), TaskArgs.of(x)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "callable \'increment\' on "
                  + on.name()
                  + ":0, argument 0 'x' (1024 bytes): bytes 0..1024 of managed"
                  + " tensor 1 (INT32 [256]) are lost, because a launch that writes them failed;"
                  + " write them anew, or call discard() if nobody needs them");
      x.write(view -> view.fillBits(5));
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      assertThat(first(x)).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_download_that_fails_leaves_the_bytes_on_the_device(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).failingFirstDownload().open();
        ManagedTensor x = runtime.manage(ints(1))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      assertThatThrownBy(() -> first(x)).isInstanceOf(TransferException.class);
      assertThat(first(x)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_callback_that_throws_keeps_what_only_the_device_has(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      runtime.run(Kernels.increment(), TaskArgs.of(x));
      assertThatThrownBy(
              () ->
                  x.write(
                      view -> {
                        view.setInt(0, 9);
                        throw new IllegalStateException("no more");
                      }))
          .hasMessage("no more");
      assertThat(first(x)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void the_host_reads_what_it_has_after_the_runtime_is_closed_and_learns_what_it_has_not(
      TestPlatform on) {
    DeviceRuntime runtime = Device.on(on).open();
    ManagedTensor x = runtime.manage(ints(1));
    ManagedTensor y = runtime.manage(ints(3));
    runtime.run(Kernels.increment(), TaskArgs.of(x));
    y.ensureOnDevice();
    runtime.close();

    assertThat(first(y)).isEqualTo(3);
    assertThatThrownBy(() -> first(x))
        .isInstanceOf(ContentsLostException.class)
        .hasCauseInstanceOf(ClosedRuntimeException.class);
    x.close();
    x.close();
    assertThatThrownBy(() -> first(x))
        .isInstanceOf(ClosedRuntimeException.class)
        .hasMessage(
            on.name()
                + ":0 (1024 bytes): managed tensor 1 (INT32 [256]) is closed; make a new one");
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void tensors_over_one_mapped_file_go_up_once(TestPlatform on, @TempDir Path folder)
      throws IOException {
    Path file = Files.write(folder.resolve("weights.bin"), new byte[(int) BYTES]);
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor b = runtime.manage(map(file));
        ManagedTensor y = runtime.manage(DataType.INT32, SHAPE)) {
      ManagedTensor a = runtime.manage(map(file));
      runtime.run(Kernels.next(), TaskArgs.of(a, y));
      assertThat(runtime.run(Kernels.next(), TaskArgs.of(b, y)).counts().uploadedBytes()).isZero();
      a.close();
      assertThat(b.isOnDevice()).isTrue();

      assertThatThrownBy(() -> runtime.run(Kernels.increment(), TaskArgs.of(b)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "callable \'increment\' on "
                  + on.name()
                  + ":0, argument 0 'x' (1024 bytes): INOUT needs writable"
                  + " host memory, but it is mapped read-only from weights.bin; declare it IN if"
                  + " the callable only reads it, or make the tensor over writable memory");
    }
  }

  private static HostTensor map(Path file) {
    return HostTensor.map(file, 0, DataType.INT32, SHAPE, MappedAccess.READ_ONLY);
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void two_tensors_over_the_same_writable_bytes_are_refused(TestPlatform on) {
    HostTensor host = ints(1);
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(host)) {
      assertThat(x.isOpen()).isTrue();
      assertThatThrownBy(() -> runtime.manage(host.view(255, Shape.of(1))))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              on.name()
                  + ":0 (4 bytes): some of these bytes are those of managed tensor 1 (INT32 [256]),"
                  + " and may be written; use that tensor, close it first, or make both over"
                  + " read-only memory");
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_tensor_of_another_runtime_and_a_closed_one_are_refused(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        DeviceRuntime other = Device.on(on).number(1).open();
        ManagedTensor foreign = other.manage(ints(1))) {
      assertThatThrownBy(() -> runtime.run(Kernels.increment(), TaskArgs.of(foreign)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("a managed tensor of another runtime (" + foreign.device() + ")");
      ManagedTensor closed = runtime.manage(ints(1));
      closed.close();
      assertThatThrownBy(() -> runtime.run(Kernels.increment(), TaskArgs.of(closed)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("is closed; make a new one");
      assertThat(runtime.liveTensors()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void an_access_waits_for_a_run_or_fails_as_asked(TestPlatform on) throws Exception {
    try (HeldRun held = HeldRun.on(on);
        ManagedTensor x = held.runtime().manage(ints(1))) {
      Thread running = start(() -> held.run(x));
      held.awaitStarted(x);

      assertThatThrownBy(() -> first(x.withoutWaiting()))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              on.name()
                  + ":0: the tensor is in use by another thread, and this access is not to wait;"
                  + " try again later, or wait for it");
      AtomicReference<Integer> seen = new AtomicReference<>();
      Thread reading = start(() -> seen.set(first(x)));
      held.letGo();
      running.join(60_000);
      reading.join(60_000);
      assertThat(seen).hasValue(2);
    }
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void threads_that_would_wait_for_each_other_for_ever_are_told_so(TestPlatform on)
      throws Exception {
    CountDownLatch bothInside = new CountDownLatch(2);
    List<Throwable> told = new ArrayList<>();
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1));
        ManagedTensor y = runtime.manage(ints(1))) {
      Thread one = start(() -> nested(x, y, bothInside, told));
      Thread two = start(() -> nested(y, x, bothInside, told));
      one.join(60_000);
      two.join(60_000);
      assertThat(told)
          .singleElement()
          .isInstanceOfSatisfying(
              RejectedCallException.class,
              e ->
                  assertThat(e)
                      .hasMessage(
                          on.name()
                              + ":0: this thread and another would wait for each other's tensors"
                              + " for ever; take the tensors in the same order in all threads, or"
                              + " one at a time"));
    }
  }

  private static void nested(
      ManagedTensor outer, ManagedTensor inner, CountDownLatch bothInside, List<Throwable> told) {
    outer.write(
        view -> {
          bothInside.countDown();
          try {
            bothInside.await(60, TimeUnit.SECONDS);
            inner.write(other -> other.setInt(0, 1));
          } catch (RejectedCallException | InterruptedException e) {
            synchronized (told) {
              told.add(e);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void a_run_inside_an_accessor_of_its_tensor_is_refused(TestPlatform on) {
    try (DeviceRuntime runtime = Device.on(on).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      assertThatThrownBy(() -> x.read(view -> runtime.run(Kernels.increment(), TaskArgs.of(x))))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              on.name()
                  + ":0: this thread is inside an accessor of the same tensor, or of one over the"
                  + " same memory, for which the call would wait; call it after the accessor, or do"
                  + " all of it in one write(...) or update(...)");
    }
  }

  @Test
  void an_accessor_inside_a_kernel_is_refused() {
    try (DeviceRuntime runtime = Device.on(TestPlatform.SIMULATOR).open();
        ManagedTensor x = runtime.manage(ints(1))) {
      assertThatThrownBy(() -> runtime.run(Kernels.onSimulator(k -> first(x)), TaskArgs.of(x)))
          .isInstanceOf(LaunchException.class)
          .hasRootCauseInstanceOf(RejectedCallException.class);
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "managed");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
