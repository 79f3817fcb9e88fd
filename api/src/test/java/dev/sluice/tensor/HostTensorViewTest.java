package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTensorViewTest {

  @Test
  void a_view_of_a_view_shares_the_elements_at_the_sum_of_the_offsets() {
    int[] array = new int[12];
    HostTensor tensor = HostTensor.wrap(array, Shape.of(3, 4));
    HostTensor view = tensor.view(4, Shape.of(8)).view(3, Shape.of(2, 2));

    view.setInt(3, 42);

    assertThat(array[10]).isEqualTo(42);
    assertThat(view.offsetBytes()).isEqualTo(28);
    assertThat(view.memory()).isSameAs(tensor.memory());
    assertThat(view.shape()).isEqualTo(Shape.of(2, 2));
    assertThat(view.dataType()).isEqualTo(DataType.INT32);
    assertThat(view.byteCount()).isEqualTo(16);
  }

  @Test
  void nothing_outside_a_view_is_reached_through_it() {
    int[] array = new int[8];
    HostTensor view = HostTensor.wrap(array, Shape.of(8)).view(2, Shape.of(4));

    view.fillBits(7);

    assertThat(array).containsExactly(0, 0, 7, 7, 7, 7, 0, 0);
    assertThatThrownBy(() -> view.getInt(4)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.getInt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.read(3, new int[2], 0, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.readBytes(0, ByteBuffer.allocate(20)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.writeBytes(16, ByteBuffer.allocate(4)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.writeBytes(-4, ByteBuffer.allocate(4)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "1, 12", "12, 1", "0, 13", "9223372036854775807, 1", "13, 0"})
  void a_view_that_reaches_outside_its_tensor_is_refused(long offset, long length) {
    HostTensor tensor = HostTensor.allocate(DataType.FLOAT32, Shape.of(3, 4));
    assertThatThrownBy(() -> tensor.view(offset, Shape.of(length)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "a view of shape ["
                + length
                + "] at element "
                + offset
                + " reaches outside a tensor of shape [3, 4]; host views are contiguous ranges"
                + " inside their tensor; copy strided elements together first");
  }

  @Test
  void an_empty_view_may_stand_at_the_very_end() {
    HostTensor view = HostTensor.allocate(DataType.FLOAT32, Shape.of(4)).view(4, Shape.of(0, 2));

    view.read(0, new float[0], 0, 0);
    view.write(0, new float[0], 0, 0);
    view.readBytes(0, ByteBuffer.allocate(0));
    view.writeBytes(0, ByteBuffer.allocate(0));
    view.fillBits(1);

    assertThat(view.byteCount()).isZero();
  }

  @Test
  void a_read_only_view_shows_later_writes_and_refuses_its_own() {
    HostTensor tensor = HostTensor.allocate(DataType.INT32, Shape.of(2));
    HostTensor view = tensor.asReadOnly();

    tensor.setInt(1, 5);

    assertThat(view.getInt(1)).isEqualTo(5);
    assertThat(view.isWritable()).isFalse();
    assertThat(tensor.isWritable()).isTrue();
    assertThatThrownBy(() -> view.setInt(1, 6))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "this memory cannot be written: it is a read-only view of off-heap memory; write"
                + " through the tensor that the view is of; where a managed tensor's read(...) gave"
                + " it, use its write(...) or update(...)");
  }

  @Test
  void no_way_of_writing_leads_through_a_read_only_view() {
    for (HostTensor tensor : HostTensorModel.everyKindOfMemory(DataType.FLOAT32, Shape.of(4))) {
      HostTensor view = tensor.asReadOnly().view(0, Shape.of(4));
      ByteBuffer bytes = ByteBuffer.allocate(4).put(0, (byte) 1);

      assertRefused(() -> view.setFloat(0, 1));
      assertRefused(() -> view.setBits(0, 1));
      assertRefused(() -> view.write(0, new float[] {1}, 0, 1));
      assertRefused(() -> view.writeBytes(0, bytes));
      assertRefused(() -> view.fillBits(1));
      assertRefused(() -> view.memory().write(0, bytes));

      assertThat(bytes.position()).isZero();
      assertThat(tensor.getBits(0)).as(tensor.toString()).isZero();
    }
    for (DataType type : new DataType[] {DataType.INT32, DataType.INT64}) {
      for (HostTensor tensor : HostTensorModel.everyKindOfMemory(type, Shape.of(4))) {
        HostTensor view = tensor.asReadOnly();
        assertRefused(() -> view.setLong(0, 1));
        if (type == DataType.INT32) {
          assertRefused(() -> view.write(0, new int[] {1}, 0, 1));
        } else {
          assertRefused(() -> view.write(0, new long[] {1}, 0, 1));
        }
      }
    }
  }

  @Test
  void a_read_only_view_of_read_only_memory_is_the_same_memory() {
    HostTensor once = HostTensor.wrap(new int[1], Shape.of(1)).asReadOnly();
    assertThat(once.asReadOnly().memory()).isSameAs(once.memory());
    assertThat(once.memory().description()).isEqualTo("a read-only view of an int[]");
  }

  @Test
  void a_read_only_view_of_an_array_still_names_the_array_so_that_overlap_is_seen() {
    byte[] array = new byte[8];
    ByteBuffer tail = ByteBuffer.wrap(array).position(3);
    HeapMemory view =
        (HeapMemory) HostTensor.wrap(tail, DataType.INT8, Shape.of(5)).asReadOnly().memory();
    assertThat(view.array()).isSameAs(array);
    assertThat(view.arrayOffset()).isEqualTo(3);
  }

  private static void assertRefused(Runnable write) {
    assertThatThrownBy(write::run)
        .isInstanceOf(RejectedCallException.class)
        .hasMessageStartingWith("this memory cannot be written: it is a read-only view of ");
  }
}
