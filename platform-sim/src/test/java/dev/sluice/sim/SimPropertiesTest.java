package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.sim.check.CheckLevel;
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
    assertThat(apply("ledger", "true").checks()).isEqualTo(CheckLevel.ACCESS);
    assertThat(apply("checks", "off").checks()).isEqualTo(CheckLevel.OFF);
    assertThat(apply("checks", "access").checks()).isEqualTo(CheckLevel.ACCESS);
    assertThat(apply("checks", "full").checks()).isEqualTo(CheckLevel.FULL);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "3 KiB, 3072",
    "2MiB, 2097152",
    "16GiB, 17179869184",
    "8589934591GiB, 9223372035781033984"
  })
  void sizes_have_units(String text, long bytes) {
    assertThat(apply("capacity", text).capacityBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "capacity | 16GB | give a number, with KiB, MiB or GiB behind it if you like",
        "capacity | -1 | give a number, with KiB, MiB or GiB behind it if you like",
        "capacity | '' | give a number, with KiB, MiB or GiB behind it if you like",
        "capacity | 0 | give at least 1",
        "capacity | 8589934592GiB | give at most 9223372036854775807 bytes",
        "checks | true | give off, access or full",
        "checks | FULL | give off, access or full",
        "refill | yes | give true or false",
        "ledger | 1 | give true or false",
        "ledger-limit | 9999999999 | give a number of operations from 1 to 999999999",
        "ledger-limit | 0 | give a number of operations from 1 to 999999999",
        "ledger-limit | 4KiB | give a number of operations from 1 to 999999999",
        "profile | a5 | use free or a2a3"
      })
  void a_wrong_value_is_refused_with_its_name_and_a_remedy(
      String name, String value, String remedy) {
    assertThatThrownBy(() -> apply(name, value))
        .isInstanceOfSatisfying(
            DeviceFailure.class, failure -> assertThat(failure.remedy()).isEqualTo(remedy))
        .hasMessage("the simulator's option " + name + " is '" + value + "'");
  }

  @Test
  void a_ledger_that_is_switched_on_keeps_the_limit_it_was_given() {
    SimOptions base = SimOptions.builder().ledgerLimit(3).build();

    assertThat(SimProperties.apply(base, Map.of("ledger", "true")).ledgerLimit()).isEqualTo(3);
    assertThat(SimProperties.apply(base, Map.of("ledger", "false")).ledgerLimit()).isZero();
    assertThat(
            SimProperties.apply(base, Map.of("ledger", "true", "ledger-limit", "7")).ledgerLimit())
        .isEqualTo(7);
  }

  @Test
  void a_limit_for_a_ledger_that_is_off_is_refused() {
    Map<String, String> both = Map.of("ledger", "false", "ledger-limit", "7");

    assertThatThrownBy(() -> SimProperties.apply(SimOptions.builder().build(), both))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure ->
                assertThat(failure.remedy())
                    .isEqualTo("leave out ledger-limit, or set ledger to true"))
        .hasMessage("the simulator's option ledger is 'false'");
  }

  @Test
  void an_unknown_name_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> apply("profil", "a2a3"))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure ->
                assertThat(failure.remedy())
                    .isEqualTo(
                        "use one of capacity, checks, ledger, ledger-limit, profile, refill"))
        .hasMessage("the simulator has no option 'profil'");
  }
}
