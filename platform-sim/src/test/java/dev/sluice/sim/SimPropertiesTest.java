package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.sim.cost.CostProfile;
import dev.sluice.spi.DeviceFailure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimPropertiesTest {

  private static SimOptions apply(String name, String value) {
    return SimProperties.apply(SimOptions.builder().build(), Map.of(name, value));
  }

  @Test
  void properties_win_over_options_and_leave_the_rest() {
    SimOptions base = SimOptions.builder().capacityBytes(5).refill(false).build();

    SimOptions merged = SimProperties.apply(base, Map.of("profile", "a2a3", "ledger", "true"));

    assertThat(merged.profile()).isSameAs(CostProfile.a2a3());
    assertThat(merged.ledgerLimit()).isEqualTo(10_000);
    assertThat(merged.capacityBytes()).isEqualTo(5);
    assertThat(merged.refill()).isFalse();
    assertThat(apply("ledger-limit", "7").ledgerLimit()).isEqualTo(7);
    assertThat(apply("refill", "false").refill()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3 KiB, 3072", "2MiB, 2097152", "16GiB, 17179869184"})
  void sizes_have_units(String text, long bytes) {
    assertThat(apply("capacity", text).capacityBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "capacity, 16GB",
    "capacity, -1",
    "capacity, 0",
    "capacity, 99999999999999999GiB",
    "capacity, ''",
    "refill, yes",
    "ledger, 1",
    "ledger-limit, 9999999999",
    "profile, a5"
  })
  void a_wrong_value_is_refused_with_its_name(String name, String value) {
    assertThatThrownBy(() -> apply(name, value))
        .isInstanceOf(DeviceFailure.class)
        .hasMessage("the simulator's option " + name + " is '" + value + "'");
  }

  @Test
  void an_unknown_name_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> apply("profil", "a2a3"))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure ->
                assertThat(failure.remedy())
                    .isEqualTo("use one of capacity, ledger, ledger-limit, profile, refill"))
        .hasMessage("the simulator has no option 'profil'");
  }
}
