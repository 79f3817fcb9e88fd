package dev.sluice.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.CallableArtifact;
import dev.sluice.DeviceLimits;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.SpiVersion;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The rules that every platform keeps. Extend it, say which platform, and run it with JUnit 5:
 *
 * <pre>{@code
 * class MyPlatformTest extends PlatformConformance {
 *   protected DevicePlatform platform() { return new MyPlatform(); }
 *   protected CallableArtifact copy() { return new MyArtifact(...); }
 * }
 * }</pre>
 *
 * <p>Rules of 1xx are about the platform, 2xx about memory, 3xx about callables, 4xx about
 * launches, 5xx about closing. Contexts are opened, used and closed by one thread, as the runtime
 * does it.
 */
public abstract class PlatformConformance {

  private static final int ELEMENTS = 300;
  private static final int BYTES = ELEMENTS * Float.BYTES;
  private static final Shape SHAPE = Shape.of(ELEMENTS);

  private record ForeignArtifact() implements CallableArtifact {}

  /** For the author of a platform. */
  protected PlatformConformance() {}

  /** Returns the platform; each call may return a new one. */
  protected abstract DevicePlatform platform();

  /**
   * Returns an artifact of the platform's own that copies its first tensor, {@code in}, to its
   * second, {@code out}: FLOAT32, contiguous, of any one-dimensional shape.
   */
  protected abstract CallableArtifact copy();

  /** Returns what to open a device with; by default device 0 without options. */
  protected DeviceOptions options() {
    return new DeviceOptions(0, Map.of());
  }

  private void use(OpenedContext.Use rule) throws Exception {
    OpenedContext.use(platform(), options(), rule);
  }

  private static long allocate(DeviceContext context, ByteBuffer contents) {
    long handle = context.allocate(contents.remaining());
    context.copyToDevice(handle, 0, contents.duplicate());
    return handle;
  }

  private CallableRegistration registration(String name) {
    return new CallableRegistration(
        name,
        copy(),
        List.of(
            new CallableRegistration.Tensor("in", true, false),
            new CallableRegistration.Tensor("out", false, true)),
        List.of(),
        false);
  }

  private static LaunchArgument.Builder argument(String name, boolean read, Shape shape) {
    return LaunchArgument.builder(name, DataType.FLOAT32, shape).access(read, !read);
  }

  private static LaunchRequest request(long callable, long in, long out) {
    return new LaunchRequest(
        callable,
        List.of(
            argument("in", true, SHAPE).memory(in, 0).build(),
            argument("out", false, SHAPE).memory(out, 0).build()),
        new long[0]);
  }

  /** Its name is how applications choose it. */
  @Test
  protected void rule_101_the_name_is_lower_case_letters_and_digits_and_stays() {
    assertThat(platform().name()).matches("[a-z][a-z0-9]*").isEqualTo(platform().name());
  }

  /** See {@link SpiVersion}. */
  @Test
  protected void rule_102_the_spi_version_is_one_that_this_core_accepts() {
    assertThat(platform().spiVersion()).isBetween(1, SpiVersion.CURRENT);
  }

  /** A list of platforms asks them for it. */
  @Test
  protected void rule_103_kind_confinement_and_availability_are_told_without_opening() {
    DevicePlatform platform = platform();
    assertThat(platform.kind()).isNotNull();
    assertThat(platform.confinement()).isNotNull();
    for (int i = 0; i < 2; i++) { // it was looked at, and nothing has changed
      assertThat(platform.probe(options()).unavailableBecause()).isNull();
    }
  }

  /** A name that is ignored is a mistake that nobody sees. */
  @Test
  protected void rule_104_an_unknown_option_is_refused_by_its_name() {
    DeviceOptions wrong = new DeviceOptions(0, Map.of("no-such-option", "1"));
    assertThatThrownBy(() -> OpenedContext.use(platform(), wrong, context -> {}))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(DeviceFailure.Kind.REFUSED);
              assertThat(failure.problem()).contains("no-such-option");
            });
  }

  /** People read the description, programs the limits, at any time. */
  @Test
  protected void rule_105_limits_and_description_are_the_same_for_the_life_of_a_context()
      throws Exception {
    use(
        context -> {
          DeviceLimits limits = context.limits();
          assertThat(context.description()).isNotBlank().isEqualTo(context.description());
          assertThat(limits.largestAllocationBytes()).isPositive();
          assertThat(limits.elementTypes()).isNotEmpty();
          context.free(context.allocate(1));
          assertThat(context.limits().largestAllocationBytes())
              .isEqualTo(limits.largestAllocationBytes());
          assertThat(context.limits().elementTypes()).isEqualTo(limits.elementTypes());
        });
  }

  /** A handle names one allocation while it lives. */
  @Test
  protected void rule_201_handles_are_not_zero_and_differ() throws Exception {
    use(
        context -> {
          Set<Long> handles = new HashSet<>();
          for (int i = 0; i < 100; i++) {
            long handle = context.allocate(1 + i);
            assertThat(handle).isNotEqualTo(LaunchArgument.NO_HANDLE);
            assertThat(handles.add(handle)).as("handle %d is new", handle).isTrue();
          }
          handles.forEach(context::free);
        });
  }

  /** The alignment is a promise to kernels. */
  @Test
  protected void rule_202_allocations_start_at_multiples_of_the_base_alignment() throws Exception {
    use(
        context -> {
          for (int bytes : new int[] {1, 3, 1000, 4097}) {
            long handle = context.allocate(bytes);
            assertThat(context.deviceAddress(handle) % context.limits().baseAlignmentBytes())
                .isZero();
            context.free(handle);
          }
        });
  }

  /** The first thing that a run relies on. */
  @Test
  protected void rule_203_bytes_come_back_as_they_went_up() throws Exception {
    use(
        context -> {
          for (int bytes : new int[] {1, 2, 1023, 65_537, 5 << 20}) {
            ByteBuffer contents = OpenedContext.counted(bytes, bytes);
            long handle = allocate(context, contents);
            assertThat(OpenedContext.read(context, handle, 0, bytes)).isEqualTo(contents);
            context.free(handle);
          }
        });
  }

  /** Staging puts several tensors into one allocation. */
  @Test
  protected void rule_204_a_copy_of_a_range_leaves_its_neighbours_alone() throws Exception {
    use(
        context -> {
          ByteBuffer before = OpenedContext.counted(1000, 1);
          long handle = allocate(context, before);
          context.copyToDevice(handle, 101, OpenedContext.counted(99, 77));
          assertThat(OpenedContext.read(context, handle, 0, 101)).isEqualTo(before.slice(0, 101));
          assertThat(OpenedContext.read(context, handle, 101, 99))
              .isEqualTo(OpenedContext.counted(99, 77));
          assertThat(OpenedContext.read(context, handle, 200, 800))
              .isEqualTo(before.slice(200, 800));
          context.free(handle);
        });
  }

  /** A buffer's position and limit say which of its bytes are meant. */
  @Test
  protected void rule_205_a_copy_takes_the_remaining_bytes_of_a_buffer_even_a_read_only_one()
      throws Exception {
    use(
        context -> {
          long handle = allocate(context, OpenedContext.counted(64, 0));
          ByteBuffer source = OpenedContext.counted(64, 9).position(10).limit(20);
          context.copyToDevice(handle, 4, source.asReadOnlyBuffer());
          assertThat(OpenedContext.read(context, handle, 4, 10))
              .isEqualTo(OpenedContext.counted(64, 9).slice(10, 10));

          ByteBuffer target = ByteBuffer.allocateDirect(64).position(30).limit(40);
          context.copyToHost(handle, 4, target);
          assertThat(target.slice(30, 10)).isEqualTo(OpenedContext.counted(64, 9).slice(10, 10));
          assertThat(target.get(29)).isZero();
          assertThat(target.clear().get(40)).isZero();
          context.free(handle);
        });
  }

  /** {@code OutputFill.ZERO} relies on it. */
  @Test
  protected void rule_206_a_fill_sets_every_byte_of_its_range_and_no_other() throws Exception {
    use(
        context -> {
          ByteBuffer before = OpenedContext.counted(200_000, 3);
          long handle = allocate(context, before);
          context.fill(handle, 7, 199_000, (byte) 0);
          context.fill(handle, 8, 1, (byte) 0xA5);
          ByteBuffer after = OpenedContext.read(context, handle, 0, 200_000);
          assertThat(after.slice(0, 7)).isEqualTo(before.slice(0, 7));
          assertThat(after.get(8)).isEqualTo((byte) 0xA5);
          after.put(8, (byte) 0);
          assertThat(after.slice(7, 199_000)).isEqualTo(ByteBuffer.allocate(199_000));
          assertThat(after.slice(199_007, 993)).isEqualTo(before.slice(199_007, 993));
          context.free(handle);
        });
  }

  /** Two allocations never share a byte. */
  @Test
  protected void rule_207_allocations_do_not_overlap() throws Exception {
    use(
        context -> {
          ByteBuffer one = OpenedContext.counted(5000, 1);
          ByteBuffer other = OpenedContext.counted(5000, 2);
          long first = allocate(context, one);
          long second = allocate(context, other);
          assertThat(OpenedContext.read(context, first, 0, 5000)).isEqualTo(one);
          context.free(first);
          assertThat(OpenedContext.read(context, second, 0, 5000)).isEqualTo(other);
          context.free(second);
        });
  }

  /** The runtime then frees what it can and tells the caller. */
  @Test
  protected void rule_208_a_device_without_room_says_so_and_goes_on() throws Exception {
    use(
        context -> {
          long most = context.limits().largestAllocationBytes();
          long asked = most == Long.MAX_VALUE ? most : most + 1;
          Throwable thrown = catchThrowable(() -> context.allocate(asked));
          assertThat(thrown).isInstanceOf(DeviceFailure.class);
          assertThat(((DeviceFailure) thrown).kind())
              .isIn(DeviceFailure.Kind.OUT_OF_MEMORY, DeviceFailure.Kind.REFUSED);
          context.free(allocate(context, OpenedContext.counted(10, 1)));
        });
  }

  /** An artifact is an open interface: there are always other kinds. */
  @Test
  protected void rule_301_an_artifact_of_another_kind_is_refused() throws Exception {
    use(
        context ->
            assertThatThrownBy(
                    () ->
                        context.register(
                            new CallableRegistration(
                                "foreign", new ForeignArtifact(), List.of(), List.of(), true)))
                .isInstanceOfSatisfying(
                    DeviceFailure.class,
                    failure -> assertThat(failure.kind()).isEqualTo(DeviceFailure.Kind.REFUSED)));
  }

  /** A number names one callable while it is loaded. */
  @Test
  protected void rule_302_callables_are_loaded_and_unloaded_in_any_order() throws Exception {
    use(
        context -> {
          long first = context.register(registration("first"));
          long second = context.register(registration("second"));
          assertThat(first).isNotEqualTo(second);
          context.unregister(first);
          long third = context.register(registration("first"));
          assertThat(third).isNotEqualTo(second);
          context.unregister(second);
          context.unregister(third);
        });
  }

  /** The purpose of it all. */
  @Test
  protected void rule_401_a_launch_reads_its_inputs_and_writes_its_outputs() throws Exception {
    use(
        context -> {
          long callable = context.register(registration("copy"));
          ByteBuffer contents = OpenedContext.counted(BYTES, 5);
          long in = allocate(context, contents);
          long out = context.allocate(BYTES);
          OpenedContext.launch(context, request(callable, in, out));
          assertThat(OpenedContext.read(context, out, 0, BYTES)).isEqualTo(contents);
          assertThat(OpenedContext.read(context, in, 0, BYTES)).as("the input").isEqualTo(contents);
        });
  }

  /** A bound call launches one request over and over. */
  @Test
  protected void rule_402_the_same_request_can_be_launched_again() throws Exception {
    use(
        context -> {
          long callable = context.register(registration("copy"));
          long in = context.allocate(BYTES);
          long out = context.allocate(BYTES);
          LaunchRequest request = request(callable, in, out);
          for (int round = 0; round < 5; round++) {
            ByteBuffer contents = OpenedContext.counted(BYTES, round);
            context.copyToDevice(in, 0, contents.duplicate());
            OpenedContext.launch(context, request);
            assertThat(OpenedContext.read(context, out, 0, BYTES)).isEqualTo(contents);
          }
        });
  }

  /** Staged tensors lie side by side in one allocation, 1024 bytes apart at least. */
  @Test
  protected void rule_403_arguments_can_lie_in_one_allocation() throws Exception {
    use(
        context -> {
          long callable = context.register(registration("copy"));
          ByteBuffer contents = OpenedContext.counted(BYTES, 5);
          int second = 2048;
          long slab = context.allocate(3 * second);
          context.fill(slab, 0, 3 * second, (byte) 0x11);
          context.copyToDevice(slab, second, contents.duplicate());
          OpenedContext.launch(
              context,
              new LaunchRequest(
                  callable,
                  List.of(
                      argument("in", true, SHAPE).memory(slab, second).build(),
                      argument("out", false, SHAPE).memory(slab, 0).build()),
                  new long[0]));
          assertThat(OpenedContext.read(context, slab, 0, BYTES)).isEqualTo(contents);
          ByteBuffer between = OpenedContext.read(context, slab, BYTES, second - BYTES);
          while (between.hasRemaining()) {
            assertThat(between.get()).as("a byte behind the output").isEqualTo((byte) 0x11);
          }
        });
  }

  /** A platform that cannot take one says so in its limits. */
  @Test
  protected void rule_404_tensors_without_elements_are_taken_where_the_limits_say_so()
      throws Exception {
    use(
        context -> {
          if (!context.limits().zeroSizeArguments()) {
            return;
          }
          long callable = context.register(registration("copy"));
          OpenedContext.launch(
              context,
              new LaunchRequest(
                  callable,
                  List.of(
                      argument("in", true, Shape.of(0)).build(),
                      argument("out", false, Shape.of(0)).build()),
                  new long[0]));
        });
  }

  /** The runtime asks for it after each run. */
  @Test
  protected void rule_405_the_device_time_is_absent_or_not_negative() throws Exception {
    use(
        context -> {
          long callable = context.register(registration("copy"));
          long in = allocate(context, OpenedContext.counted(BYTES, 5));
          Launch launch = context.launch(request(callable, in, context.allocate(BYTES)));
          while (!launch.poll()) {
            Thread.onSpinWait();
          }
          assertThat(launch.poll()).as("a launch that is done stays so").isTrue();
          launch.finish();
          OptionalLong nanos = launch.deviceWallNanos();
          assertThat(nanos.orElse(0)).isNotNegative();
        });
  }

  /** What is left on a device goes with it. */
  @Test
  protected void rule_501_a_context_closes_with_memory_and_callables_left_on_it() throws Exception {
    use(
        context -> {
          allocate(context, OpenedContext.counted(1 << 20, 1));
          context.register(registration("left"));
        });
  }

  /** A service that restarts its runtime does this. */
  @Test
  protected void rule_502_a_device_can_be_opened_again_after_it_was_closed() throws Exception {
    for (int round = 0; round < 3; round++) {
      use(
          context -> {
            long callable = context.register(registration("copy"));
            ByteBuffer contents = OpenedContext.counted(BYTES, 1);
            long in = allocate(context, contents);
            long out = context.allocate(BYTES);
            OpenedContext.launch(context, request(callable, in, out));
            assertThat(OpenedContext.read(context, out, 0, BYTES)).isEqualTo(contents);
          });
    }
  }
}
