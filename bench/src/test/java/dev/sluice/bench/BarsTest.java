package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BarsTest {

  @Test
  void the_json_has_the_stable_shape_and_plain_decimals_however_large_or_small() {
    Bar large = new Bar("a", 1e7, 9e6, 2e7, "ns", null, 1e10);
    Bar small = new Bar("b", 0.00051, 0, 1, "times c", 1.23e-2, 1.05);

    assertThat(Bars.json(List.of(large, small)))
        .isEqualTo(
            """
            {"schema":1,"bars":[\
            {"name":"a","value":10000000.000,"unit":"ns","baseline":null,"limit":10000000000.000,\
            "holds":true},\
            {"name":"b","value":0.001,"unit":"times c","baseline":0.012,"limit":1.050,\
            "holds":true}]}
            """);
  }
}
