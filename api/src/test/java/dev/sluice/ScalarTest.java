package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import org.junit.jupiter.api.Test;

class ScalarTest {

  @Test
  void a_scalar_has_its_bits_low_and_zeros_above_them() {
    assertThat(Scalar.int32(-1)).isEqualTo(new Scalar(ScalarType.INT32, 0xFFFF_FFFFL));
    assertThat(Scalar.int64(-1)).isEqualTo(new Scalar(ScalarType.INT64, -1L));
    assertThat(Scalar.float32(-2f)).isEqualTo(new Scalar(ScalarType.FLOAT32, 0xC000_0000L));
    assertThat(Scalar.float64(-2d))
        .isEqualTo(new Scalar(ScalarType.FLOAT64, 0xC000_0000_0000_0000L));
    assertThat(Scalar.bits(-1)).isEqualTo(new Scalar(ScalarType.BITS, -1L));
  }

  @Test
  void the_bits_of_a_nan_are_kept() {
    float float32 = Float.intBitsToFloat(0x7FC12345);
    double float64 = Double.longBitsToDouble(0x7FF8_1234_5678_9ABCL);
    assertThat(Scalar.float32(float32).bits()).isEqualTo(0x7FC12345L);
    assertThat(Scalar.float64(float64).bits()).isEqualTo(0x7FF8_1234_5678_9ABCL);
  }

  @Test
  void bits_above_a_32_bit_type_are_refused() {
    assertThatThrownBy(() -> new Scalar(ScalarType.INT32, -1L))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the bits 0xffffffffffffffff do not fit a scalar of type INT32;"
                + " use Scalar.int32 or Scalar.float32, which zero-extend");
    assertThatThrownBy(() -> new Scalar(ScalarType.FLOAT32, 1L << 32))
        .isInstanceOf(RejectedCallException.class);
    assertThat(new Scalar(ScalarType.FLOAT64, -1L).bits()).isEqualTo(-1L);
  }

  @Test
  void a_missing_type_is_refused() {
    ScalarType missing = null;
    assertThatThrownBy(() -> new Scalar(missing, 0))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("type");
  }
}
