package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import org.junit.jupiter.api.Test;

/** {@link Float16} and {@link BFloat16}: all bit patterns, and numbers between them. */
class HalfPrecisionTest {

  private static final int PATTERNS = 1 << 16;

  @Test
  void every_binary16_pattern_has_the_value_of_its_definition() {
    for (int bits = 0; bits < PATTERNS; bits++) {
      requireSameFloat(
          bits, (float) NarrowFloat.BINARY16.value(bits), Float16.toFloat((short) bits));
    }
  }

  @Test
  void every_bfloat16_pattern_has_the_value_of_its_definition() {
    for (int bits = 0; bits < PATTERNS; bits++) {
      requireSameFloat(
          bits, (float) NarrowFloat.BFLOAT16.value(bits), BFloat16.toFloat((short) bits));
    }
  }

  @Test
  void every_binary16_pattern_comes_back_and_a_signalling_nan_is_quieted() {
    for (int bits = 0; bits < PATTERNS; bits++) {
      boolean nan = Double.isNaN(NarrowFloat.BINARY16.value(bits));
      requireSameBits(
          bits, nan ? bits | 0x200 : bits, Float16.fromFloat(Float16.toFloat((short) bits)));
    }
  }

  @Test
  void every_bfloat16_pattern_comes_back_and_a_signalling_nan_is_quieted() {
    for (int bits = 0; bits < PATTERNS; bits++) {
      boolean nan = Double.isNaN(NarrowFloat.BFLOAT16.value(bits));
      requireSameBits(
          bits, nan ? bits | 0x40 : bits, BFloat16.fromFloat(BFloat16.toFloat((short) bits)));
    }
  }

  @Test
  void between_any_two_binary16_neighbours_the_nearer_wins_and_a_tie_goes_to_the_even_one() {
    for (int bits = 0; bits <= 0x7BFF; bits++) {
      double low = NarrowFloat.BINARY16.value(bits);
      double high = bits == 0x7BFF ? 65536 : NarrowFloat.BINARY16.value(bits + 1);
      float middle = (float) ((low + high) / 2);
      int even = (bits & 1) == 0 ? bits : bits + 1;
      requireSameBits(bits, even, Float16.fromFloat(middle));
      requireSameBits(bits, bits, Float16.fromFloat(Math.nextDown(middle)));
      requireSameBits(bits, bits + 1, Float16.fromFloat(Math.nextUp(middle)));
      requireSameBits(bits, even | 0x8000, Float16.fromFloat(-middle));
    }
  }

  @Test
  void between_any_two_bfloat16_neighbours_the_nearer_wins_and_a_tie_goes_to_the_even_one() {
    for (int bits = 0; bits <= 0x7F7F; bits++) {
      float middle = Float.intBitsToFloat(bits << 16 | 0x8000);
      int even = (bits & 1) == 0 ? bits : bits + 1;
      requireSameBits(bits, even, BFloat16.fromFloat(middle));
      requireSameBits(bits, bits, BFloat16.fromFloat(Math.nextDown(middle)));
      requireSameBits(bits, bits + 1, BFloat16.fromFloat(Math.nextUp(middle)));
      requireSameBits(bits, even | 0x8000, BFloat16.fromFloat(-middle));
    }
  }

  @Provide
  Arbitrary<Integer> floatBits() {
    int belowLeastBinary16 = Float.floatToRawIntBits(0x1p-27f);
    int aboveLargestBinary16 = Float.floatToRawIntBits(0x1p17f);
    return Arbitraries.oneOf(
        Arbitraries.integers().withDistribution(RandomDistribution.uniform()),
        Arbitraries.integers()
            .between(belowLeastBinary16, aboveLargestBinary16)
            .withDistribution(RandomDistribution.uniform()));
  }

  @Property(tries = 5000)
  void a_number_becomes_the_nearest_binary16(@ForAll("floatBits") int bits) {
    float number = Float.intBitsToFloat(bits);
    short actual = Float16.fromFloat(number);
    if (Float.isNaN(number)) {
      assertThat(Float16.toFloat(actual)).isNaN();
      assertThat(actual & 0x200).as("quiet").isNotZero();
    } else {
      requireSameBits(bits, NarrowFloat.BINARY16.nearest(number), actual);
    }
  }

  @Property(tries = 5000)
  void a_number_becomes_the_nearest_bfloat16(@ForAll("floatBits") int bits) {
    float number = Float.intBitsToFloat(bits);
    short actual = BFloat16.fromFloat(number);
    if (Float.isNaN(number)) {
      assertThat(BFloat16.toFloat(actual)).isNaN();
      assertThat(actual & 0x40).as("quiet").isNotZero();
    } else {
      requireSameBits(bits, NarrowFloat.BFLOAT16.nearest(number), actual);
    }
  }

  @Test
  void the_borders_of_binary16_are_where_ieee_754_puts_them() {
    assertThat(Float16.fromFloat(65504f)).as("largest").isEqualTo((short) 0x7BFF);
    assertThat(Float16.fromFloat(Math.nextDown(65520f))).isEqualTo((short) 0x7BFF);
    assertThat(Float16.fromFloat(65520f)).as("overflow").isEqualTo((short) 0x7C00);
    assertThat(Float16.fromFloat(-Float.MAX_VALUE)).isEqualTo((short) 0xFC00);
    assertThat(Float16.fromFloat(0x1p-14f)).as("least normal").isEqualTo((short) 0x0400);
    assertThat(Float16.fromFloat(0x1p-24f)).as("least subnormal").isEqualTo((short) 0x0001);
    assertThat(Float16.fromFloat(0x1p-25f)).as("a tie with zero").isEqualTo((short) 0);
    assertThat(Float16.fromFloat(-Float.MIN_VALUE)).as("underflow").isEqualTo((short) 0x8000);
    assertThat(Float16.fromFloat(-0f)).isEqualTo((short) 0x8000);
  }

  @Test
  void the_borders_of_bfloat16_are_where_ieee_754_puts_them() {
    assertThat(BFloat16.fromFloat(Float.MAX_VALUE)).as("overflow").isEqualTo((short) 0x7F80);
    assertThat(BFloat16.fromFloat(Float.intBitsToFloat(0x7F7F7FFF))).isEqualTo((short) 0x7F7F);
    assertThat(BFloat16.fromFloat(Float.MIN_VALUE)).as("underflow").isEqualTo((short) 0);
    assertThat(BFloat16.fromFloat(-Float.MIN_VALUE)).isEqualTo((short) 0x8000);
    assertThat(BFloat16.fromFloat(Float.intBitsToFloat(0x7F800001)))
        .as("a NaN whose payload is all in the lower half")
        .isEqualTo((short) 0x7FC0);
  }

  @Test
  void binary16_agrees_with_the_jdk_where_it_has_the_conversion() throws Throwable {
    assumeTrue(Runtime.version().feature() >= 20, "Float.float16ToFloat came with Java 20");
    MethodHandle toFloat = jdk("float16ToFloat", float.class, short.class);
    MethodHandle fromFloat = jdk("floatToFloat16", short.class, float.class);
    for (int bits = 0; bits < PATTERNS; bits++) {
      requireSameFloat(bits, (float) toFloat.invoke((short) bits), Float16.toFloat((short) bits));
    }
    for (long wide = 0; wide < 1L << 32; wide += 9973) { // a prime step, over all exponents
      float number = Float.intBitsToFloat((int) wide);
      if (!Float.isNaN(number)) {
        requireSameBits((int) wide, (short) fromFloat.invoke(number), Float16.fromFloat(number));
      }
    }
  }

  private static MethodHandle jdk(String name, Class<?> result, Class<?> parameter)
      throws ReflectiveOperationException {
    return MethodHandles.publicLookup()
        .findStatic(Float.class, name, MethodType.methodType(result, parameter));
  }

  /** Compares also the sign of zero; any NaN equals any other. */
  private static void requireSameFloat(int source, float expected, float actual) {
    if (Float.compare(expected, actual) != 0) {
      fail("0x%08x: expected %s but was %s".formatted(source, expected, actual));
    }
  }

  private static void requireSameBits(int source, int expected, short actual) {
    if ((short) expected != actual) {
      fail("0x%08x: expected 0x%04x but was 0x%04x".formatted(source, expected, actual & 0xFFFF));
    }
  }
}
