package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.tensor.DataType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceLimitsTest {

  @Test
  void limits_are_the_widest_unless_set() {
    DeviceLimits limits = DeviceLimits.builder().build();
    assertThat(limits.largestAllocationBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(limits.baseAlignmentBytes()).isEqualTo(1);
    assertThat(limits.maxTensors()).isEqualTo(256);
    assertThat(limits.maxScalars()).isEqualTo(128);
    assertThat(limits.elementTypes()).isEqualTo(EnumSet.allOf(DataType.class));
    assertThat(limits.zeroSizeArguments()).isTrue();
  }

  @Test
  void every_limit_is_the_one_set() {
    DeviceLimits limits =
        DeviceLimits.builder()
            .largestAllocationBytes(4096)
            .baseAlignmentBytes(64)
            .maxTensors(2)
            .maxScalars(0)
            .elementTypes(Set.of(DataType.INT8))
            .zeroSizeArguments(false)
            .build();
    assertThat(limits.largestAllocationBytes()).isEqualTo(4096);
    assertThat(limits.baseAlignmentBytes()).isEqualTo(64);
    assertThat(limits.maxTensors()).isEqualTo(2);
    assertThat(limits.maxScalars()).isZero();
    assertThat(limits.elementTypes()).containsExactly(DataType.INT8);
    assertThat(limits.zeroSizeArguments()).isFalse();
  }

  @Test
  void limits_that_no_device_has_are_refused() {
    assertRefused("largestAllocationBytes = -1", DeviceLimits.builder().largestAllocationBytes(-1));
    assertRefused("baseAlignmentBytes = 0", DeviceLimits.builder().baseAlignmentBytes(0));
    assertRefused("baseAlignmentBytes = 48", DeviceLimits.builder().baseAlignmentBytes(48));
    assertRefused(
        "baseAlignmentBytes = -9223372036854775808",
        DeviceLimits.builder().baseAlignmentBytes(Long.MIN_VALUE));
    assertRefused("maxTensors = -1", DeviceLimits.builder().maxTensors(-1));
    assertRefused("maxScalars = -1", DeviceLimits.builder().maxScalars(-1));
    assertRefused("elementTypes = []", DeviceLimits.builder().elementTypes(Set.of()));
  }

  private static void assertRefused(String limit, DeviceLimits.Builder builder) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no device has the limit " + limit);
  }

  @Test
  void limits_do_not_change_with_the_set_they_were_given_or_their_builder() {
    Set<DataType> given = new HashSet<>(Arrays.asList(DataType.INT8, DataType.INT16));
    DeviceLimits.Builder builder = DeviceLimits.builder().elementTypes(given);
    given.clear();
    DeviceLimits limits = builder.build();
    builder.elementTypes(Set.of(DataType.BOOL));
    assertThat(limits.elementTypes()).containsExactlyInAnyOrder(DataType.INT8, DataType.INT16);
    assertThatThrownBy(() -> limits.elementTypes().add(DataType.BOOL))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
