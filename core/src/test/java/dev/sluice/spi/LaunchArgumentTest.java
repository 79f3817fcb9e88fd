package dev.sluice.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;

class LaunchArgumentTest {

  private static boolean isContiguous(Shape shape, long... strides) {
    return LaunchArgument.builder(null, DataType.INT8, shape)
        .strides(strides)
        .build()
        .isContiguous();
  }

  @Test
  void an_argument_is_contiguous_unless_it_is_given_strides() {
    for (Shape shape : new Shape[] {Shape.of(1), Shape.of(2, 3), Shape.of(2, 0), Shape.of(0, 2)}) {
      assertThat(LaunchArgument.builder(null, DataType.INT8, shape).build().isContiguous())
          .as("%s", shape)
          .isTrue();
    }
  }

  @Test
  void a_gap_between_neighbours_is_not_contiguous_and_a_dimension_of_one_has_no_neighbours() {
    assertThat(isContiguous(Shape.of(2, 3), 3, 1)).isTrue();
    assertThat(isContiguous(Shape.of(2, 3), 4, 1)).isFalse();
    assertThat(isContiguous(Shape.of(2, 3), 1, 2)).isFalse();
    assertThat(isContiguous(Shape.of(1, 3), 99, 1)).isTrue();
  }
}
