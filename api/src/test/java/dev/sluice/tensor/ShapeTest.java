package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ShapeTest {

  @Test
  void a_shape_has_one_to_five_dimensions() {
    assertThat(Shape.of(7).rank()).isEqualTo(1);
    assertThat(Shape.of(1, 2, 3, 4, 5).rank()).isEqualTo(5);
    assertThatThrownBy(() -> Shape.of())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "a shape needs 1 to 5 dimensions, but 0 were given; use Shape.of(1) for a single value");
    assertThatThrownBy(() -> Shape.of(1, 1, 1, 1, 1, 1))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("a shape needs 1 to 5 dimensions, but 6 were given; merge outer dimensions");
  }

  @Test
  void a_negative_extent_is_refused() {
    assertThatThrownBy(() -> Shape.of(4, -1))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("shape [4, -1] has the negative extent -1; give extents of zero or more");
    assertThatThrownBy(() -> Shape.of(0, Long.MIN_VALUE)).isInstanceOf(RejectedCallException.class);
  }

  @Test
  void an_element_count_beyond_64_bits_is_refused() {
    assertThat(Shape.of(Long.MAX_VALUE).elementCount()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> Shape.of(1L << 32, 1L << 31))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the element count of shape [4294967296, 2147483648] does not fit 64 bits;"
                + " split the tensor");
    assertThatThrownBy(() -> Shape.of(1L << 40, 1L << 40, 2))
        .isInstanceOf(RejectedCallException.class);
  }

  @Test
  void a_byte_count_beyond_64_bits_is_refused() {
    Shape largest = Shape.of(Long.MAX_VALUE / 4);
    assertThat(largest.byteCount(DataType.INT32)).isEqualTo(Long.MAX_VALUE - 3);
    assertThat(Shape.of(Long.MAX_VALUE).byteCount(DataType.INT8)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> largest.byteCount(DataType.INT64))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the byte count of shape [2305843009213693951] in INT64 does not fit 64 bits;"
                + " split the tensor");
  }

  @Test
  void a_zero_extent_makes_no_elements_whatever_the_others_are() {
    Shape shape = Shape.of(Long.MAX_VALUE, 0, Long.MAX_VALUE);
    assertThat(shape.elementCount()).isZero();
    assertThat(shape.byteCount(DataType.INT64)).isZero();
    assertThat(shape.rowLength()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> shape.index(0, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void the_index_of_an_element_is_its_row_major_position() {
    Shape shape = Shape.of(2, 3, 4);
    long next = 0;
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 4; k++) {
          assertThat(shape.index(i, j, k)).isEqualTo(next++);
        }
      }
    }
  }

  @Test
  void coordinates_outside_the_shape_are_refused() {
    Shape shape = Shape.of(2, 3);
    assertThatThrownBy(() -> shape.index(0))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("shape [2, 3] takes 2 coordinates, not 1");
    assertThatThrownBy(() -> shape.index(1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("coordinate 1 is 3, outside shape [2, 3]");
    assertThatThrownBy(() -> shape.index(-1, 0))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("coordinate 0 is -1, outside shape [2, 3]");
    assertThatThrownBy(() -> shape.dimension(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shapes_are_equal_where_their_extents_are() {
    assertThat(Shape.of(2, 3)).isEqualTo(Shape.of(2, 3)).hasSameHashCodeAs(Shape.of(2, 3));
    assertThat(Shape.of(2, 3)).isNotEqualTo(Shape.of(3, 2)).isNotEqualTo(Shape.of(6));
    assertThat(Shape.of(2, 3)).hasToString("[2, 3]");
  }

  @Test
  void neither_the_given_nor_the_returned_array_is_the_shapes_own() {
    long[] given = {2, 3};
    Shape shape = Shape.of(given);
    given[0] = 9;
    shape.dimensions()[1] = 9;
    assertThat(shape).isEqualTo(Shape.of(2, 3));
    assertThat(shape.elementCount()).isEqualTo(6);
  }

  @Provide
  Arbitrary<long[]> extents() {
    return Arbitraries.longs()
        .between(0, 1L << 40)
        .array(long[].class)
        .ofMinSize(1)
        .ofMaxSize(Shape.MAX_RANK);
  }

  @Property
  void the_element_count_is_the_exact_product_or_the_shape_is_refused(
      @ForAll("extents") long[] extents) {
    BigInteger product =
        Arrays.stream(extents)
            .mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.ONE, BigInteger::multiply);
    if (product.bitLength() <= 63) {
      assertThat(Shape.of(extents).elementCount()).isEqualTo(product.longValueExact());
    } else {
      assertThatThrownBy(() -> Shape.of(extents)).isInstanceOf(RejectedCallException.class);
    }
  }
}
