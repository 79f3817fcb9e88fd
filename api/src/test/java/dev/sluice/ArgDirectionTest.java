package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgDirectionTest {

  @ParameterizedTest
  @CsvSource({"IN, true, false", "OUT, false, true", "INOUT, true, true", "UNKNOWN, true, true"})
  void a_direction_says_whether_the_callable_reads_and_writes(
      ArgDirection direction, boolean read, boolean written) {
    assertThat(direction.isRead()).isEqualTo(read);
    assertThat(direction.isWritten()).isEqualTo(written);
  }
}
