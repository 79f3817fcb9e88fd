package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.PlatformKind;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.Shape;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the core makes of platforms and artifacts that break their promises. */
class BrokenPlatformTest extends RecordedRuntime {

  @Test
  void a_launch_that_does_not_end_is_aborted_once_and_the_device_is_lost() {
    AtomicInteger aborts = new AtomicInteger();
    platform.launch =
        request ->
            new RecordingPlatform.CompleteLaunch() {
              @Override
              public boolean poll() {
                return false;
              }

              @Override
              public void abort() {
                aborts.incrementAndGet();
              }
            };
    DeviceRuntime runtime =
        Sluice.builder().platform(platform).runTimeout(Duration.ofMillis(20)).open();
    DeviceCallable callable = callable(Signature.builder().out("c").build());

    DeviceLostException first =
        catchThrowableOfType(
            DeviceLostException.class, () -> runtime.run(callable, TaskArgs.of(floats(1))));
    assertThat(first)
        .hasMessage(
            "callable 'f' on rec:0: the device is lost: the launch did not complete within the run"
                + " time-out of PT0.02S; close this runtime and open another");
    assertThat(aborts).hasValue(1);
    assertThat(runtime.isOpen()).isFalse();

    platform.calls.clear();
    assertThatThrownBy(runtime::trim)
        .isInstanceOf(DeviceLostException.class)
        .hasCause(first.getCause());
    runtime.close();
    assertThat(platform.calls).containsExactly("close");
    assertThatThrownBy(runtime::trim).isInstanceOf(ClosedRuntimeException.class);
  }

  @Test
  void an_exception_that_a_platform_should_not_throw_is_a_failed_call_with_its_cause() {
    IllegalStateException bug = new IllegalStateException("bug");
    platform.before =
        call -> {
          if (call.equals("launch")) {
            throw bug;
          }
        };
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable(Signature.unknown()), TaskArgs.of(floats(1))))
          .isInstanceOf(LaunchException.class)
          .hasMessage(
              "callable 'f' on rec:0: the platform threw java.lang.IllegalStateException: bug; correct"
                  + " the kernel or its arguments and run again")
          .hasCause(bug);
    }
  }

  @Test
  void a_failure_of_an_argument_that_the_call_does_not_have_is_reported_without_it() {
    platform.launch =
        request -> {
          throw DeviceFailure.failed("bad operand", null).withArgument(9);
        };
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable(Signature.unknown()), TaskArgs.of(floats(1))))
          .isInstanceOf(LaunchException.class)
          .hasMessage(
              "callable 'f' on rec:0: bad operand; correct the kernel or its arguments and run again");
    }
  }

  @Test
  void a_device_whose_platform_breaks_before_it_opens_is_free_for_the_next_open() {
    platform.kind = PlatformKind.HARDWARE;
    IllegalStateException bug = new IllegalStateException("bug");
    DevicePlatform broken = mock(DevicePlatform.class, delegatesTo(platform));
    doThrow(bug).when(broken).confinement();
    assertThatThrownBy(() -> Sluice.builder().platform(broken).open())
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "the platform "
                + broken.getClass().getName()
                + " broke in its confinement(): java.lang.IllegalStateException: bug; report it to"
                + " the platform's author")
        .hasCause(bug);
    open().close();
  }

  @Test
  void a_platform_that_fails_or_gives_nothing_before_it_opens_is_not_opened() {
    DevicePlatform broken = mock(DevicePlatform.class, delegatesTo(platform));
    doReturn(null).when(broken).probe(any());
    assertBreaksIn("probe(): java.lang.NullPointerException: it returned null", broken);
    doThrow(new AssertionError("bug")).when(broken).probe(any());
    assertBreaksIn("probe(): java.lang.AssertionError: bug", broken);
    doReturn(null).when(broken).kind();
    assertBreaksIn("kind(): java.lang.NullPointerException: it returned null", broken);
    doThrow(new IllegalStateException("bug")).when(broken).name();
    assertBreaksIn("name(): java.lang.IllegalStateException: bug", broken);
    assertThat(platform.calls).isEmpty();
  }

  private static void assertBreaksIn(String method, DevicePlatform broken) {
    assertThatThrownBy(() -> Sluice.builder().platform(broken).open())
        .isInstanceOf(PlatformException.class)
        .hasMessageEndingWith(" broke in its " + method + "; report it to the platform's author");
  }

  @Test
  void a_platform_is_asked_for_its_name_once() {
    DevicePlatform changing = mock(DevicePlatform.class, delegatesTo(platform));
    doReturn("rec").doReturn("other").when(changing).name();
    try (DeviceRuntime runtime = Sluice.builder().platform(changing).open()) {
      assertThat(runtime.device().name()).isEqualTo("rec:0");
    }
  }

  @Test
  void a_device_that_does_not_open_says_why_and_is_free_again() {
    platform.kind = PlatformKind.HARDWARE;
    platform.before =
        call -> {
          throw DeviceFailure.failed("no power", null).withNativeCode(-9).withRemedy("plug it in");
        };
    assertThatThrownBy(this::open)
        .isInstanceOf(PlatformException.class)
        .hasMessage("rec:0: the device cannot be opened: no power (native code -9); plug it in");
    platform.before = call -> {};
    open().close();
  }

  @Test
  void close_goes_on_after_a_failure_and_throws_the_first() {
    DeviceRuntime runtime = open();
    runtime.run(callable(IN_INOUT_OUT), TaskArgs.of(floats(1), floats(1), floats(1)));
    runtime.allocate(DataType.INT8, Shape.of(5));
    platform.calls.clear();
    platform.before =
        call -> {
          if (!call.startsWith("unregister")) {
            platform.calls.add(call + " tried");
            throw DeviceFailure.failed("cannot " + call, null);
          }
        };

    assertThatThrownBy(runtime::close)
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "rec:0: the device did not close cleanly: cannot free 102; the runtime is closed all the"
                + " same; look at the cause")
        .cause()
        .satisfies(first -> assertThat(first.getSuppressed()).hasSize(2));
    assertThat(platform.calls)
        .containsExactly("free 102 tried", "free 101 tried", "unregister 7", "close tried");
    runtime.close();
  }

  @Test
  void a_launch_that_cannot_be_polled_is_given_up_with_the_cause() {
    IllegalStateException bug = new IllegalStateException("bug");
    platform.launch =
        request ->
            new RecordingPlatform.CompleteLaunch() {
              @Override
              public boolean poll() {
                throw bug;
              }
            };
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable(Signature.unknown()), TaskArgs.of(floats(1))))
          .isInstanceOf(DeviceLostException.class)
          .hasRootCause(bug);
    }
  }

  @Test
  void an_error_while_polling_gives_the_launch_up_too() {
    AtomicInteger aborts = new AtomicInteger();
    platform.launch =
        request ->
            new RecordingPlatform.CompleteLaunch() {
              @Override
              public boolean poll() {
                throw new AssertionError("bug");
              }

              @Override
              public void abort() {
                aborts.incrementAndGet();
              }
            };
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.run(callable(Signature.unknown()), TaskArgs.of(floats(1))))
          .isInstanceOf(DeviceLostException.class);
      assertThat(aborts).hasValue(1);
      assertThat(runtime.isOpen()).isFalse();
    }
  }

  @Test
  void a_handle_that_means_none_or_is_in_use_loses_the_device() {
    platform.handles = () -> 0L;
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.allocate(DataType.INT8, Shape.of(1)))
          .isInstanceOf(DeviceLostException.class)
          .hasMessageContaining("by the handle 0, which means none");
    }
    platform.handles = () -> 5L;
    DeviceRuntime runtime = open();
    runtime.allocate(DataType.INT8, Shape.of(1));
    assertThatThrownBy(() -> runtime.allocate(DataType.INT8, Shape.of(1)))
        .isInstanceOf(DeviceLostException.class)
        .hasMessageContaining("by the handle 5, which is in use");
    runtime.close();
    assertThat(platform.calls).endsWith("close");
  }

  @Test
  void a_platform_without_limits_is_not_opened_and_is_closed() {
    platform.limits = null;

    assertThatThrownBy(this::open)
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("the platform's limits")
        .hasMessageEndingWith("; report it to the platform's author");
    assertThat(platform.calls).containsExactly("open", "close");
  }

  @Test
  void a_platform_that_is_not_available_is_not_opened() {
    platform.availability = Availability.unavailable("there is no card");

    assertThatThrownBy(this::open)
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "rec: the platform cannot be used here: there is no card; supply what it lacks, or choose"
                + " another platform");
    assertThat(platform.calls).isEmpty();
  }

  @Test
  void close_reaches_the_device_whatever_is_thrown_on_the_way() {
    platform.kind = PlatformKind.HARDWARE;
    DeviceRuntime runtime = open();
    runtime.allocate(DataType.INT8, Shape.of(1));
    platform.before =
        call -> {
          if (call.startsWith("free")) {
            throw new AssertionError("bug");
          }
        };

    assertThatThrownBy(runtime::close).isInstanceOf(PlatformException.class);
    assertThat(platform.calls).endsWith("close");
    platform.before = call -> {};
    open().close(); // the hardware is free again
  }

  @Test
  void an_artifact_that_breaks_is_refused() {
    CallableArtifact broken =
        new CallableArtifact() {
          @Override
          public Set<String> hostArguments() {
            throw new IllegalStateException("bug");
          }
        };
    DeviceCallable callable = DeviceCallable.builder("f").artifact("rec", broken).build();
    try (DeviceRuntime runtime = open()) {
      assertThatThrownBy(() -> runtime.register(callable))
          .isInstanceOf(RejectedCallException.class)
          .hasMessage(
              "callable 'f' on rec:0: its artifact does not say what it reads on the host:"
                  + " java.lang.IllegalStateException: bug; correct the artifact's class");
    }
  }

  @Test
  void a_refusal_after_the_launch_was_accepted_leaves_what_it_writes_undefined() {
    DeviceCallable callable = callable(Signature.builder().inout("x").build());
    platform.launch =
        request ->
            new RecordingPlatform.CompleteLaunch() {
              @Override
              public void finish() {
                throw DeviceFailure.refused("too late to refuse", null);
              }
            };
    try (DeviceRuntime runtime = open()) {
      DeviceTensor x = runtime.upload(floats(2));
      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(x)))
          .isInstanceOf(LaunchException.class);

      assertThatThrownBy(() -> runtime.run(callable, TaskArgs.of(x)))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("bytes 0..8 of its allocation are undefined");
    }
  }
}
