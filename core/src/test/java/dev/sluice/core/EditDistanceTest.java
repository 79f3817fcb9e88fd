package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {

  @ParameterizedTest
  @CsvSource({"'','',0", "'',abc,3", "abc,'',3", "abc,abc,0", "abc,abd,1", "kitten,sitting,3"})
  void letters_put_in_left_out_and_replaced_are_counted(String from, String to, int distance) {
    assertThat(EditDistance.between(from, to)).isEqualTo(distance);
  }
}
