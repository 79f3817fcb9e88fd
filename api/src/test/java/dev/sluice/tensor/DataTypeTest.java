package dev.sluice.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DataTypeTest {

  /** Fact sheet, section 6: the position is the native code. */
  private static final List<String> NAMES_AND_BYTES =
      List.of(
          "FLOAT32 4",
          "FLOAT16 2",
          "INT32 4",
          "INT16 2",
          "INT8 1",
          "UINT8 1",
          "BFLOAT16 2",
          "INT64 8",
          "UINT64 8",
          "UINT16 2",
          "UINT32 4",
          "BOOL 1",
          "FP8E4M3FN 1",
          "FP8E8M0 1",
          "FP4E2M1 1");

  @Test
  void names_sizes_and_order_are_those_of_the_host_runtime() {
    assertThat(Arrays.stream(DataType.values()).map(type -> type + " " + type.byteSize()))
        .containsExactlyElementsOf(NAMES_AND_BYTES);
  }

  @Test
  void an_fp4_element_is_a_byte() {
    assertThat(Shape.of(3, 8).byteCount(DataType.FP4E2M1)).isEqualTo(24);
  }

  @Test
  void a_type_is_a_float_an_integer_or_raw_bytes() {
    assertThat(typesThat(DataType::isFloatingPoint))
        .containsExactly(DataType.FLOAT32, DataType.FLOAT16, DataType.BFLOAT16);
    assertThat(typesThat(type -> !type.isFloatingPoint() && !type.isInteger()))
        .containsExactly(DataType.FP8E4M3FN, DataType.FP8E8M0, DataType.FP4E2M1);
    assertThat(typesThat(DataType::isUnsigned))
        .containsExactly(
            DataType.UINT8, DataType.UINT64, DataType.UINT16, DataType.UINT32, DataType.BOOL)
        .allMatch(DataType::isInteger);
  }

  private static List<DataType> typesThat(Predicate<DataType> hold) {
    return Arrays.stream(DataType.values()).filter(hold).toList();
  }
}
