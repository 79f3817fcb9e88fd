package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.BoundCall;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceLimits;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.Placement;
import dev.sluice.PlatformKind;
import dev.sluice.RegisteredCallable;
import dev.sluice.RunReport;
import dev.sluice.RunReport.ArgumentCounts;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.error.ArgumentRef;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.ThreadConfinement;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the core asks of a device, call by call. */
class RecordedRuntimeTest extends RecordedRuntime {

  @Test
  void a_run_makes_its_device_calls_in_the_order_of_the_contract() {
    try (DeviceRuntime runtime = open()) {
      runtime.run(callable(IN_INOUT_OUT), TaskArgs.of(floats(4), floats(300), floats(1)));
    }

    // Slices are 1024 bytes apart at least: 16 bytes, 1200 bytes, 4 bytes.
    assertThat(platform.calls)
        .containsExactly(
            "open",
            "register f",
            "allocate 4096",
            "up 101+0 16",
            "up 101+1024 1200",
            "launch",
            "down 101+1024 1200",
            "down 101+3072 4",
            "free 101",
            "unregister 7",
            "close");
  }

  @Test
  void a_report_counts_each_argument_by_itself() {
    try (DeviceRuntime runtime = open()) {
      HostTensor heap = HostTensor.wrap(new byte[5 << 20], DataType.INT8, Shape.of(5 << 20));
      RunReport report =
          runtime.run(callable(IN_INOUT_OUT), TaskArgs.of(floats(4), heap, floats(1)));

      ArgumentRef[] refs = {
        new ArgumentRef(0, "a"), new ArgumentRef(1, "b"), new ArgumentRef(2, "c")
      };
      assertThat(report.counts(0)).isEqualTo(new ArgumentCounts(refs[0], 16, 1, 0, 0));
      assertThat(report.counts(1)).isEqualTo(new ArgumentCounts(refs[1], 5 << 20, 2, 5 << 20, 2));
      assertThat(report.counts(2)).isEqualTo(new ArgumentCounts(refs[2], 0, 0, 4, 1));
      assertThat(report.hostCopiedBytes()).isEqualTo(10 << 20);
      assertThat(runtime.totals().hostCopiedBytes()).isEqualTo(10 << 20);
    }
  }

  @Test
  void a_second_run_allocates_nothing_and_a_larger_one_frees_before_it_allocates() {
    try (DeviceRuntime runtime = open()) {
      DeviceCallable callable = callable(Signature.builder().out("c").build());
      runtime.run(callable, TaskArgs.of(floats(4)));
      platform.calls.clear();

      runtime.run(callable, TaskArgs.of(floats(2)));
      assertThat(platform.calls).containsExactly("launch", "down 101+0 8");

      platform.calls.clear();
      runtime.run(callable, TaskArgs.of(floats(1000)));
      assertThat(platform.calls)
          .containsExactly("free 101", "allocate 4096", "launch", "down 102+0 4000");
    }
  }

  @Test
  void a_failed_growth_leaves_the_slot_empty_and_the_next_run_is_right() {
    try (DeviceRuntime runtime = open()) {
      DeviceCallable callable = callable(Signature.builder().out("c").build());
      runtime.run(callable, TaskArgs.of(floats(4)));
      platform.before =
          call -> {
            if (call.equals("allocate 4096")) {
              throw DeviceFailure.outOfMemory("full");
            }
          };

      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(floats(1000))))
          .isInstanceOf(DeviceMemoryException.class)
          .hasMessage(
              "callable 'f' on rec:0: full; close device tensors, call trim(), or pass smaller tensors");
      assertThat(runtime.totals().liveBytes()).isZero();
      assertThat(runtime.totals().failedRuns()).isEqualTo(1);

      runtime.run(callable, TaskArgs.of(floats(4)));
      assertThat(platform.memory).hasSize(1);
    }
  }

  @Test
  void staging_takes_several_slabs_where_one_allocation_is_too_small() {
    platform.limits = DeviceLimits.builder().largestAllocationBytes(2048).build();
    try (DeviceRuntime runtime = open()) {
      runtime.run(callable(IN_INOUT_OUT), TaskArgs.of(floats(256), floats(257), floats(1)));
    }

    assertThat(platform.calls)
        .containsSubsequence("allocate 1024", "allocate 2048", "allocate 1024")
        .contains("up 101+0 1024", "up 102+0 1028", "down 103+0 4");
  }

  @Test
  void an_output_is_zero_filled_on_the_device_where_the_runtime_says_so() {
    try (DeviceRuntime runtime =
        Sluice.builder().platform(platform).outputFill(OutputFill.ZERO).open()) {
      runtime.run(callable(Signature.builder().out("c").build()), TaskArgs.of(floats(3)));
    }

    assertThat(platform.calls).contains("fill 101+0 12");
    assertThat(platform.lastRequest.arguments().get(0).hasTransientContents()).isFalse();
  }

  @Test
  void a_launch_argument_has_rights_and_says_whether_its_contents_are_left_over() {
    try (DeviceRuntime runtime = open()) {
      runtime.run(callable(IN_INOUT_OUT), TaskArgs.of(floats(1), floats(1), floats(1)));
    }

    assertThat(platform.lastRequest.arguments())
        .extracting(
            LaunchArgument::name,
            LaunchArgument::isReadable,
            LaunchArgument::isWritable,
            LaunchArgument::hasTransientContents)
        .containsExactly(
            tuple("a", true, false, false),
            tuple("b", true, true, false),
            tuple("c", false, true, true));
  }

  @Test
  void an_argument_that_the_artifact_reads_on_the_host_is_handed_over_and_counted_apart() {
    CallableArtifact control =
        new CallableArtifact() {
          @Override
          public Set<String> hostArguments() {
            return Set.of("lens");
          }
        };
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().in("lens").out("c").build())
            .artifact("rec", control)
            .build();
    HostTensor lens = HostTensor.wrap(new int[] {3, 5}, Shape.of(2));
    try (DeviceRuntime runtime = open()) {
      RunReport report = runtime.run(callable, TaskArgs.of(lens, floats(1)));

      assertThat(report.plan().arguments().get(0).placement()).isEqualTo(Placement.DELEGATED);
      assertThat(report.delegatedBytes()).isEqualTo(8);
      assertThat(report.counts().uploadedBytes()).isZero();
      LaunchArgument handed = platform.lastRequest.arguments().get(0);
      assertThat(handed.handle()).isEqualTo(LaunchArgument.NO_HANDLE);
      assertThat(handed.hostMemory().getInt(4)).isEqualTo(5);

      lens.setInt(1, 6);
      runtime.run(callable, TaskArgs.of(lens, floats(1)));
      assertThat(platform.lastRequest.arguments().get(0).hostMemory().getInt(4)).isEqualTo(6);

      try (DeviceTensor onDevice = runtime.upload(lens)) {
        assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(onDevice, floats(1))))
            .isInstanceOf(RejectedCallException.class)
            .hasMessage(
                "callable 'f' on rec:0, argument 0 'lens' (8 bytes): the artifact reads this argument"
                    + " on the host, but it is a device tensor; pass it as a host tensor");
      }
    }
  }

  @Test
  void an_artifact_that_reads_an_argument_on_the_host_needs_it_declared_in() {
    CallableArtifact control =
        new CallableArtifact() {
          @Override
          public Set<String> hostArguments() {
            return Set.of("c");
          }
        };
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().out("c").build())
            .artifact("rec", control)
            .build();
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.register(callable))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "callable 'f' on rec:0: its artifact reads 'c' on the host, but the signature (OUT c)"
                  + " has no IN tensor of that name; declare it IN");
    }
    assertThat(platform.calls).containsExactly("open", "close");
  }

  @Test
  void a_dedicated_context_is_opened_used_and_closed_on_one_thread_of_its_own() {
    platform.confinement = ThreadConfinement.DEDICATED;
    try (DeviceRuntime runtime = open()) {
      runtime.run(callable(IN_INOUT_OUT), TaskArgs.of(floats(1), floats(1), floats(1)));
    }

    assertThat(platform.calls).startsWith("open").endsWith("close");
    assertThat(platform.threads)
        .doesNotContain(Thread.currentThread())
        .hasSameSizeAs(platform.calls);
    assertThat(Set.copyOf(platform.threads)).hasSize(1);
  }

  @Test
  void a_call_from_inside_a_run_is_refused_also_on_a_dedicated_thread() {
    platform.confinement = ThreadConfinement.DEDICATED;
    try (DeviceRuntime runtime = open()) {
      platform.kernel = request -> runtime.trim();

      assertThatThrownBy(() -> runtime.run(callable(Signature.unknown()), TaskArgs.of(floats(1))))
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("a runtime cannot be called from inside its own run");
    }
  }

  @Test
  void a_device_lost_between_two_downloads_says_which_argument_arrived() {
    platform.before =
        call -> {
          if (call.equals("down 101+1024 4")) {
            throw DeviceFailure.lost("poisoned", null);
          }
        };
    DeviceCallable callable = callable(Signature.builder().out("a").out("b").out("c").build());
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(floats(1), floats(1), floats(1))))
          .isInstanceOf(DeviceLostException.class)
          .hasMessage(
              "callable 'f' on rec:0, argument 1 'b' (4 bytes): the device is lost: poisoned;"
                  + " arrived: argument 0 'a'; undefined on the host: argument 1 'b', argument 2"
                  + " 'c'; close this runtime and open another");
    }
  }

  @Test
  void a_native_method_that_is_missing_is_a_failed_call_and_the_runtime_goes_on() {
    UnsatisfiedLinkError missing = new UnsatisfiedLinkError("upload");
    platform.before =
        call -> {
          if (call.startsWith("up ")) {
            throw missing;
          }
        };
    DeviceCallable callable = callable(Signature.builder().in("a").build());
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(floats(1))))
          .isInstanceOf(TransferException.class)
          .hasRootCause(missing);
      platform.before = call -> {};
      runtime.run(callable, TaskArgs.of(floats(1)));
    }
  }

  @Test
  void a_device_time_that_cannot_be_told_fails_the_launch_before_anything_is_downloaded() {
    IllegalStateException bug = new IllegalStateException("bug");
    platform.launch =
        request ->
            new RecordingPlatform.CompleteLaunch() {
              @Override
              public OptionalLong deviceWallNanos() {
                throw bug;
              }
            };
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable(Signature.unknown()), TaskArgs.of(floats(1))))
          .isInstanceOf(LaunchException.class)
          .hasCause(bug);
      assertThat(platform.calls).noneMatch(call -> call.startsWith("down"));
    }
  }

  @Test
  void a_hardware_device_is_open_once_in_a_process_and_free_again_after_close() {
    platform.kind = PlatformKind.HARDWARE;
    try (DeviceRuntime holder = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("rec:0: the device is already in use in this process, opened by")
          .hasMessageEndingWith("; share that runtime, or close it first");
      assertThat(holder.isOpen()).isTrue();
    }
    open().close();
  }

  @Test
  void what_is_missing_is_refused_when_a_runtime_is_described_and_not_when_it_runs() {
    Sluice.Builder builder = Sluice.builder();
    assertThatNullPointerException().isThrownBy(() -> builder.transferMode(null));
    assertThatNullPointerException().isThrownBy(() -> builder.outputFill(null));
    assertThatNullPointerException().isThrownBy(() -> builder.classLoader(null));
    assertThatNullPointerException().isThrownBy(() -> builder.platform((String) null));
    assertThatNullPointerException().isThrownBy(() -> builder.platform((DevicePlatform) null));
    assertThatNullPointerException().isThrownBy(() -> builder.property("profile", null));
  }

  @Test
  void a_device_tensor_that_is_collected_while_open_is_reported_with_its_place() {
    Logger logger = (Logger) LoggerFactory.getLogger("dev.sluice.core.memory.TensorTable");
    ListAppender<ILoggingEvent> events = new ListAppender<>();
    events.list = new CopyOnWriteArrayList<>();
    events.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(events);
    try (DeviceRuntime runtime =
        Sluice.builder().platform(platform).trackAllocations(true).open()) {
      runtime.allocate(DataType.FLOAT32, Shape.of(2, 3));
      runtime.allocate(DataType.INT8, Shape.of(1)).close();

      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (events.list.isEmpty() && System.nanoTime() < deadline) {
        System.gc();
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      }

      assertThat(events.list)
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getFormattedMessage())
                    .isEqualTo(
                        "rec:0: device tensor 1 (FLOAT32 [2, 3], 24 bytes) was garbage collected"
                            + " without being closed; its memory is held until the runtime closes");
                assertThat(event.getThrowableProxy().getStackTraceElementProxyArray())
                    .anySatisfy(
                        frame ->
                            assertThat(frame.getStackTraceElement().getMethodName())
                                .startsWith("a_device_tensor_that_is_collected"));
              });
      assertThat(runtime.liveTensors()).singleElement().extracting("generation").isEqualTo(1L);
    } finally {
      logger.detachAppender(events);
      logger.setLevel(null);
    }
  }

  @Test
  void what_an_artifact_reads_on_the_host_is_asked_once() {
    AtomicReference<Set<String>> names = new AtomicReference<>(Set.of());
    CallableArtifact fickle =
        new CallableArtifact() {
          @Override
          public Set<String> hostArguments() {
            return names.get();
          }
        };
    DeviceCallable callable =
        DeviceCallable.builder("f")
            .signature(Signature.builder().out("y").build())
            .artifact("rec", fickle)
            .build();
    try (DeviceRuntime runtime = open()) {
      RegisteredCallable registered = runtime.register(callable);
      names.set(Set.of("y"));

      RunReport report = registered.run(TaskArgs.of(floats(1)));

      assertThat(report.plan().arguments().get(0).placement()).isEqualTo(Placement.HOST);
      assertThat(report.counts().downloadedBytes()).isEqualTo(4);
    }
  }

  @Test
  void a_launch_that_was_refused_leaves_device_tensors_as_they_were() {
    DeviceCallable callable = callable(Signature.builder().inout("x").build());
    try (DeviceRuntime runtime = open()) {
      DeviceTensor x = runtime.upload(floats(2));
      platform.kernel =
          request -> {
            throw DeviceFailure.refused("not this one", null);
          };
      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(x)))
          .isInstanceOf(LaunchException.class);
      platform.kernel = request -> {};
      runtime.run(callable, TaskArgs.of(x));

      platform.kernel =
          request -> {
            throw DeviceFailure.failed("half-way", null);
          };
      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(x)))
          .isInstanceOf(LaunchException.class);
      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(x)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("bytes 0..8 of its allocation are undefined");
    }
  }

  @Test
  void a_failed_launch_on_a_column_leaves_the_other_columns_defined() {
    DeviceCallable writes = callable(Signature.builder().out("x").build());
    DeviceCallable reads =
        DeviceCallable.builder("g")
            .signature(Signature.builder().in("x").build())
            .artifact("rec", ANY)
            .build();
    try (DeviceRuntime runtime = open()) {
      DeviceTensor matrix = runtime.upload(HostTensor.allocate(DataType.FLOAT32, Shape.of(3, 4)));
      DeviceTensor column = matrix.view(1, Shape.of(3), 4);
      DeviceTensor other = matrix.view(2, Shape.of(3), 4);
      platform.kernel =
          request -> {
            throw DeviceFailure.failed("half-way", null);
          };
      assertThatThrownBy(() -> runtime.run(writes, TaskArgs.of(column)))
          .isInstanceOf(LaunchException.class);
      platform.kernel = request -> {};

      runtime.run(reads, TaskArgs.of(other));
      assertThatThrownBy(() -> runtime.run(reads, TaskArgs.of(column)))
          .isInstanceOf(RejectedCallException.class);
      runtime.run(writes, TaskArgs.of(column)); // overwrites it whole
      runtime.run(reads, TaskArgs.of(column));
      runtime.run(reads, TaskArgs.of(matrix));
    }
  }

  @Test
  void an_application_does_not_get_at_the_context_behind_its_runtime() {
    try (DeviceRuntime runtime = open()) {
      assertThat(runtime.capability(DeviceContext.class)).isEmpty();
      assertThat(runtime.capability(AutoCloseable.class)).isEmpty();
      assertThat(runtime.capability(Object.class)).isEmpty();
    }
  }

  @Test
  void two_bound_calls_in_turn_keep_their_requests() {
    try (DeviceRuntime runtime = open()) {
      RegisteredCallable registered =
          runtime.register(callable(Signature.builder().in("x").build()));
      BoundCall small = registered.bind(TaskArgs.of(floats(2)));
      BoundCall large = registered.bind(TaskArgs.of(floats(1000)));
      large.run();
      LaunchRequest first = platform.lastRequest;
      small.run();
      large.run();

      assertThat(platform.lastRequest).isSameAs(first);
    }
  }
}
