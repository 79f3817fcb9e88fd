package dev.sluice.it.refusal;

import static dev.sluice.ArgDirection.IN;
import static dev.sluice.ArgDirection.INOUT;
import static dev.sluice.ArgDirection.OUT;
import static dev.sluice.ArgDirection.UNKNOWN;
import static dev.sluice.it.refusal.Refusals.assertAllowed;
import static dev.sluice.it.refusal.Refusals.assertRefused;
import static dev.sluice.it.refusal.Refusals.job;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Section 4 of the transfer contract: overlapping host bytes, refused and allowed. */
class AliasingTest {

  private final DeviceRuntime runtime = Sluice.open("sim");

  @AfterEach
  void close() {
    runtime.close();
  }

  private static HostTensor direct(int elements) {
    return HostTensor.allocate(DataType.FLOAT32, Shape.of(elements));
  }

  private static HostTensor wrap(ByteBuffer buffer) {
    return HostTensor.wrap(
        buffer.order(ByteOrder.LITTLE_ENDIAN),
        DataType.FLOAT32,
        Shape.of(buffer.remaining() / Float.BYTES));
  }

  static Stream<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (TransferMode mode : TransferMode.values()) {
      for (ArgDirection first : ArgDirection.values()) {
        for (ArgDirection second : ArgDirection.values()) {
          pairs.add(Arguments.of(mode, first, second));
        }
      }
    }
    return pairs.stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void one_tensor_as_two_arguments_is_allowed_only_where_both_are_in_whatever_the_mode(
      TransferMode mode, ArgDirection first, ArgDirection second) {
    HostTensor tensor = direct(4);
    try (DeviceRuntime own = Sluice.builder().platform("sim").transferMode(mode).open()) {
      if (first == IN && second == IN) {
        assertAllowed(own, job(first, second), tensor, tensor);
      } else {
        assertRefused(own, job(first, second), tensor, tensor)
            .hasMessageContaining("bytes 0..16 are also bytes of argument 0 'a'");
      }
    }
  }

  @Test
  void the_message_names_both_arguments_and_the_range() {
    HostTensor whole = direct(8);

    assertRefused(runtime, job(IN, OUT), whole.view(0, Shape.of(5)), whole.view(3, Shape.of(4)))
        .hasMessage(
            "callable 'job' on sim:0, argument 1 'b' (16 bytes): bytes 0..8 are also bytes of"
                + " argument 0 'a' (IN), and this argument (OUT) is written; pass disjoint memory,"
                + " or work in place with one INOUT argument");
  }

  @Test
  void disjoint_views_of_one_tensor_are_allowed() {
    HostTensor whole = direct(8);

    assertAllowed(runtime, job(INOUT, OUT), whole.view(0, Shape.of(4)), whole.view(4, Shape.of(4)));
  }

  @Test
  void overlapping_views_that_are_only_read_are_allowed() {
    HostTensor whole = direct(8);

    assertAllowed(runtime, job(IN, IN), whole.view(0, Shape.of(5)), whole.view(3, Shape.of(4)));
  }

  @Test
  void two_wraps_of_one_direct_buffer_are_refused_where_they_overlap() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(32);

    assertRefused(runtime, job(IN, OUT), wrap(buffer.duplicate()), wrap(buffer.slice(16, 16)));
    assertRefused(runtime, job(OUT, IN), wrap(buffer.slice(0, 20)), wrap(buffer.slice(16, 16)));
  }

  @Test
  void two_wraps_of_one_direct_buffer_are_allowed_where_they_touch() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(32);

    assertAllowed(runtime, job(IN, OUT), wrap(buffer.slice(0, 16)), wrap(buffer.slice(16, 16)));
  }

  @Test
  void two_direct_buffers_are_allowed() {
    assertAllowed(
        runtime,
        job(INOUT, INOUT),
        wrap(ByteBuffer.allocateDirect(16)),
        wrap(ByteBuffer.allocateDirect(16)));
  }

  @Test
  void two_wraps_of_one_array_are_refused_where_they_overlap() {
    float[] array = new float[8];
    HostTensor first = HostTensor.wrap(array, Shape.of(8));
    HostTensor second = HostTensor.wrap(array, Shape.of(8));

    assertRefused(runtime, job(IN, OUT), first, second);
    assertRefused(runtime, job(OUT, IN), first.view(0, Shape.of(4)), second.view(3, Shape.of(2)));
  }

  @Test
  void two_wraps_of_one_array_are_allowed_where_they_are_disjoint_or_read() {
    float[] array = new float[8];
    HostTensor first = HostTensor.wrap(array, Shape.of(8));
    HostTensor second = HostTensor.wrap(array, Shape.of(8));

    assertAllowed(
        runtime, job("writes", OUT, IN), first.view(0, Shape.of(4)), second.view(4, Shape.of(4)));
    assertAllowed(runtime, job("reads", IN, IN), first, second);
  }

  @Test
  void a_heap_buffer_and_its_array_are_refused_where_they_overlap() {
    byte[] array = new byte[32];
    HostTensor bytes = HostTensor.wrap(array, DataType.INT8, Shape.of(32));

    assertRefused(runtime, job(OUT, IN), bytes, wrap(ByteBuffer.wrap(array)));
    assertRefused(
        runtime,
        job(IN, OUT),
        bytes.view(0, Shape.of(9)),
        wrap(ByteBuffer.wrap(array).slice(8, 8)));
  }

  @Test
  void a_heap_buffer_and_its_array_are_allowed_where_they_are_disjoint() {
    byte[] array = new byte[32];
    HostTensor bytes = HostTensor.wrap(array, DataType.INT8, Shape.of(32));

    assertAllowed(
        runtime,
        job(IN, OUT),
        bytes.view(0, Shape.of(8)),
        wrap(ByteBuffer.wrap(array).slice(8, 8)));
  }

  @ParameterizedTest
  @EnumSource(ArgDirection.class)
  void zero_bytes_overlap_nothing(ArgDirection direction) {
    HostTensor whole = direct(8);

    assertAllowed(runtime, job("inside", OUT, direction), whole, whole.view(4, Shape.of(0)));
    assertAllowed(
        runtime,
        job("both empty", direction, OUT),
        whole.view(0, Shape.of(0)),
        whole.view(0, Shape.of(0)));
  }

  @Test
  void an_overlap_far_apart_in_the_call_is_found() {
    HostTensor whole = direct(100);
    HostTensor other = direct(4);

    assertRefused(
            runtime,
            job(IN, IN, IN, IN, OUT),
            whole,
            whole.view(1, Shape.of(2)),
            other,
            whole.view(50, Shape.of(2)),
            whole.view(99, Shape.of(1)))
        .hasMessageContaining("argument 0 'a'")
        .hasMessageContaining("argument 4 'e'");
  }

  @Test
  void undeclared_arguments_count_as_written() {
    HostTensor tensor = direct(4);

    assertRefused(runtime, job(IN, UNKNOWN), tensor, tensor);
  }

  @Test
  void the_same_device_tensor_may_be_read_twice() {
    try (DeviceTensor tensor = runtime.upload(direct(4))) {
      assertAllowed(runtime, job(IN, IN), tensor, tensor);
    }
  }

  @Test
  void a_read_only_view_still_overlaps_the_memory_it_shows() {
    HostTensor tensor = direct(4);

    assertRefused(runtime, job(IN, OUT), tensor.asReadOnly(), tensor);
  }
}
