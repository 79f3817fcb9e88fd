package dev.sluice.cli.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import org.junit.jupiter.api.Test;

class ExpectedValuesTest {

  private static HostTensor floats(float... values) {
    return HostTensor.wrap(values, Shape.of(values.length));
  }

  private static HostTensor longs(DataType type, long... values) {
    return HostTensor.wrap(values, type, Shape.of(values.length));
  }

  private static boolean isMatch(HostTensor expected, HostTensor result, double tolerance) {
    return new ExpectedValues(expected, tolerance).mismatch(result).isEmpty();
  }

  @Test
  void floats_may_differ_by_the_tolerance_and_no_more() {
    assertThat(isMatch(floats(1), floats(1), 0)).isTrue();
    assertThat(isMatch(floats(0), floats(-0f), 0)).isTrue();
    assertThat(isMatch(floats(1), floats(1.5f), 0.5)).isTrue();
    assertThat(isMatch(floats(1), floats(Math.nextUp(1.5f)), 0.5)).isFalse();
    assertThat(isMatch(Attention.as(DataType.FLOAT16, floats(1)), floats(1), 0)).isTrue();
  }

  @Test
  void nan_and_infinity_match_themselves_only() {
    float infinity = Float.POSITIVE_INFINITY;
    assertThat(isMatch(floats(Float.NaN, infinity), floats(Float.NaN, infinity), 0)).isTrue();
    assertThat(isMatch(floats(1), floats(Float.NaN), 1e9)).isFalse();
    assertThat(isMatch(floats(Float.NaN), floats(1), 1e9)).isFalse();
    assertThat(isMatch(floats(infinity), floats(-infinity), 1e9)).isFalse();
    assertThat(isMatch(floats(infinity), floats(Float.MAX_VALUE), 1e9)).isFalse();
  }

  @Test
  void integers_are_exact_unless_there_is_a_tolerance() {
    long large = Long.MAX_VALUE;
    assertThat(isMatch(longs(DataType.INT64, large), longs(DataType.INT64, large), 0)).isTrue();
    assertThat(isMatch(longs(DataType.INT64, 4), longs(DataType.INT64, 5), 0)).isFalse();
    assertThat(isMatch(longs(DataType.INT64, 4), longs(DataType.INT64, 5), 1)).isTrue();
    assertThat(isMatch(longs(DataType.UINT64, -1), longs(DataType.UINT64, 0), 1)).isFalse();
    assertThat(isMatch(longs(DataType.INT64, -1), longs(DataType.INT64, 0), 1)).isTrue();
  }

  @Test
  void neighbours_among_large_integers_are_told_apart() {
    assertThat(
            isMatch(
                longs(DataType.INT64, Long.MAX_VALUE),
                longs(DataType.INT64, Long.MAX_VALUE - 1),
                0))
        .isFalse();
  }

  @Test
  void the_message_says_how_many_and_where_the_first_is() {
    HostTensor result = HostTensor.wrap(new float[] {0, 0, 0, 2, 0, 3}, Shape.of(2, 3));
    HostTensor expected = HostTensor.wrap(new float[6], Shape.of(2, 3));

    assertThat(new ExpectedValues(expected, 0.5).mismatch(result))
        .contains("2 of 6 values differ by more than 0.5, the first at [1, 0]: 2.0 instead of 0.0");
    assertThat(
            new ExpectedValues(longs(DataType.UINT64, 0), 0).mismatch(longs(DataType.UINT64, -1)))
        .contains(
            "1 of 1 values differ by more than 0.0, the first at [0]: 18446744073709551615"
                + " instead of 0");
  }
}
