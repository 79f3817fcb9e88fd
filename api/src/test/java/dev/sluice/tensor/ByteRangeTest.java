package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import org.junit.jupiter.api.Test;

class ByteRangeTest {

  @Test
  void a_range_ends_behind_its_last_byte() {
    assertThat(new ByteRange(8, 4).end()).isEqualTo(12);
    assertThat(new ByteRange(8, 4)).hasToString("bytes 8..12");
    assertThat(new ByteRange(Long.MAX_VALUE - 1, 1).end()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void negative_and_overflowing_ranges_are_refused() {
    assertThatThrownBy(() -> new ByteRange(-1, 4))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "no byte range has offset -1 and length 4; give an offset and a length of zero or more,"
                + " with a sum below 2^63");
    assertThatThrownBy(() -> new ByteRange(4, -1)).isInstanceOf(RejectedCallException.class);
    assertThatThrownBy(() -> new ByteRange(Long.MAX_VALUE, 1))
        .isInstanceOf(RejectedCallException.class);
  }
}
