package dev.sluice.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import dev.sluice.Scalar;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;

/** What the kernel interfaces do by themselves, on top of what a device implements. */
class KernelDefaultsTest {

  private static TensorView view(DataType type, Shape shape) {
    TensorView view = mock(TensorView.class, CALLS_REAL_METHODS);
    doReturn(type).when(view).dataType();
    doReturn(shape).when(view).shape();
    return view;
  }

  private static KernelArguments scalar(Scalar scalar) {
    KernelArguments arguments = mock(KernelArguments.class, CALLS_REAL_METHODS);
    doReturn(scalar.bits()).when(arguments).scalarBits(1);
    return arguments;
  }

  @Test
  void a_view_counts_its_elements_and_bytes() {
    TensorView view = view(DataType.BFLOAT16, Shape.of(3, 5));
    assertThat(view.elementCount()).isEqualTo(15);
    assertThat(view.byteCount()).isEqualTo(30);
  }

  @Test
  void a_row_is_the_elements_of_the_innermost_dimension() {
    TensorView view = view(DataType.FLOAT32, Shape.of(2, 3, 5));
    float[] row = new float[5];

    view.readRow(4, row);
    view.writeRow(5, row);

    verify(view).read(20, row, 0, 5);
    verify(view).write(25, row, 0, 5);
  }

  @Test
  void a_row_far_into_a_large_tensor_starts_at_a_64_bit_index() {
    TensorView view = view(DataType.FLOAT32, Shape.of(1L << 31, 4));
    float[] row = new float[4];
    view.readRow((1L << 31) - 1, row);
    verify(view).read(0x1_FFFF_FFFCL, row, 0, 4);
  }

  @Test
  void a_row_that_no_array_can_hold_is_refused() {
    TensorView view = view(DataType.FLOAT32, Shape.of(1L << 31));
    assertThatThrownBy(() -> view.readRow(0, new float[1])).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void a_scalar_comes_out_as_it_was_given() {
    assertThat(scalar(Scalar.int32(-7)).int32(1)).isEqualTo(-7);
    assertThat(scalar(Scalar.int64(Long.MIN_VALUE)).int64(1)).isEqualTo(Long.MIN_VALUE);
    assertThat(scalar(Scalar.float32(-0.5f)).float32(1)).isEqualTo(-0.5f);
    assertThat(scalar(Scalar.float64(Math.PI)).float64(1)).isEqualTo(Math.PI);
  }

  @Test
  void a_kernel_streams_the_bytes_of_all_its_tensors_unless_it_says_otherwise() {
    TensorView small = view(DataType.INT8, Shape.of(3));
    TensorView large = view(DataType.INT64, Shape.of(1L << 32));
    KernelArguments arguments = mock(KernelArguments.class, CALLS_REAL_METHODS);
    doReturn(2).when(arguments).tensorCount();
    doReturn(small).when(arguments).tensor(0);
    doReturn(large).when(arguments).tensor(1);
    JavaKernel kernel = args -> {};

    assertThat(kernel.streamedBytes(arguments)).isEqualTo(3 + (1L << 35));
  }
}
