package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.error.RejectedCallException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SluiceConfigTest {

  private static final Map<String, String> NOTHING = Map.of();

  private static SluiceConfig.Builder from(
      Map<String, String> properties, Map<String, String> environment) {
    return SluiceConfig.builder().systemProperties(properties).environment(environment);
  }

  @Test
  void where_nothing_is_said_the_defaults_count() {
    SluiceConfig config = from(NOTHING, NOTHING).build();

    assertThat(config.platform()).isEmpty();
    assertThat(config.deviceId()).isZero();
    assertThat(config.transferMode()).isEqualTo(TransferMode.GATED);
    assertThat(config.outputFill()).isEqualTo(OutputFill.NONE);
    assertThat(config.runTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(config.trackAllocations()).isFalse();
    assertThat(config.platformOptions("sim")).isEmpty();
  }

  @Test
  void every_option_is_read_from_system_properties() {
    SluiceConfig config =
        from(
                Map.of(
                    "sluice.platform", "rec",
                    "sluice.device", "3",
                    "sluice.transfer-mode", "COPY_ALL",
                    "sluice.output-fill", "ZERO",
                    "sluice.run-timeout", "PT1.5S",
                    "sluice.track-allocations", "true",
                    "sluice.rec.some_Option.x", "y"),
                NOTHING)
            .build();

    assertAllRead(config);
    assertThat(config.runTimeout()).isEqualTo(Duration.ofMillis(1500));
    assertThat(config.platformOptions("rec")).containsExactly(Map.entry("some_Option.x", "y"));
  }

  @Test
  void every_option_is_read_from_the_environment() {
    SluiceConfig config =
        from(
                NOTHING,
                Map.of(
                    "SLUICE_PLATFORM", "rec",
                    "SLUICE_DEVICE", "3",
                    "SLUICE_TRANSFER_MODE", "COPY_ALL",
                    "SLUICE_OUTPUT_FILL", "ZERO",
                    "SLUICE_RUN_TIMEOUT", "90",
                    "SLUICE_TRACK_ALLOCATIONS", "true",
                    "SLUICE_REC_SOME_OPTION", "y"))
            .build();

    assertAllRead(config);
    assertThat(config.runTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(config.platformOptions("rec")).containsExactly(Map.entry("some-option", "y"));
  }

  private static void assertAllRead(SluiceConfig config) {
    assertThat(config.platform()).contains("rec");
    assertThat(config.deviceId()).isEqualTo(3);
    assertThat(config.transferMode()).isEqualTo(TransferMode.COPY_ALL);
    assertThat(config.outputFill()).isEqualTo(OutputFill.ZERO);
    assertThat(config.trackAllocations()).isTrue();
  }

  @Test
  void code_wins_over_properties_and_properties_win_over_the_environment() {
    Map<String, String> environment =
        Map.of(
            "SLUICE_PLATFORM", "c",
            "SLUICE_DEVICE", "3",
            "SLUICE_X_ONE", "c",
            "SLUICE_X_TWO", "c",
            "SLUICE_X_THREE", "c");
    Map<String, String> properties =
        Map.of("sluice.platform", "b", "sluice.x.one", "b", "sluice.x.two", "b");

    SluiceConfig config =
        from(properties, environment).platform("a").platformOption("x", "one", "a").build();

    assertThat(config.platform()).contains("a");
    assertThat(from(properties, environment).build().platform()).contains("b");
    assertThat(config.deviceId()).isEqualTo(3);
    assertThat(config.platformOptions("x"))
        .containsExactlyInAnyOrderEntriesOf(Map.of("one", "a", "two", "b", "three", "c"));
  }

  @Test
  void an_option_of_one_platform_is_not_given_to_another() {
    SluiceConfig config =
        from(Map.of("sluice.a.b", "1"), Map.of("SLUICE_RUN_TIMEOUT", "5")).build();

    assertThat(config.platformOptions("a")).containsOnlyKeys("b");
    assertThat(config.platformOptions("other")).isEmpty();
    assertThat(config.platformOptions("run")).as("run-timeout is no option of 'run'").isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "platform|''|give the name of a platform, which is lower-case letters and digits, such as"
            + " sim",
        "platform|' sim'|give the name of a platform, which is lower-case letters and digits, such"
            + " as sim",
        "platform|SIM|give the name of a platform, which is lower-case letters and digits, such as"
            + " sim",
        "platform|sim:0|give the name of a platform, which is lower-case letters and digits, such"
            + " as sim",
        "device|-1|give a number of at most nine digits, from 0",
        "device|1e3|give a number of at most nine digits, from 0",
        "device|1234567890|give a number of at most nine digits, from 0",
        "transfer-mode|gated|give one of COPY_ALL, SKIP_INPUT_DOWNLOAD, GATED",
        "output-fill|ONE|give one of NONE, ZERO",
        "run-timeout|0|give more than zero, in whole seconds or as an ISO-8601 duration such as"
            + " PT1M30S",
        "run-timeout|-PT5S|give more than zero, in whole seconds or as an ISO-8601 duration such as"
            + " PT1M30S",
        "run-timeout|2m|give more than zero, in whole seconds or as an ISO-8601 duration such as"
            + " PT1M30S",
        "track-allocations|yes|give true or false",
      })
  void a_wrong_value_is_refused_with_its_place_and_a_remedy(
      String option, String value, String remedy) {
    String property = "sluice." + option;
    String variable = "SLUICE_" + option.toUpperCase(Locale.ROOT).replace('-', '_');

    assertThatThrownBy(() -> from(Map.of(property, value), NOTHING).build())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("the system property " + property + " is '" + value + "'; " + remedy);
    assertThatThrownBy(() -> from(NOTHING, Map.of(variable, value)).build())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("the environment variable " + variable + " is '" + value + "'; " + remedy);
  }

  @Test
  void a_wrong_value_that_code_replaces_does_not_count() {
    SluiceConfig config = from(Map.of("sluice.device", "x"), NOTHING).deviceId(2).build();

    assertThat(config.deviceId()).isEqualTo(2);
  }

  @Test
  void code_is_refused_where_it_is_wrong() {
    assertThatThrownBy(() -> SluiceConfig.builder().deviceId(-1))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("the device id is -1; give zero or more");
    assertThatThrownBy(() -> SluiceConfig.builder().runTimeout(Duration.ZERO))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("the run time-out is PT0S; give more than zero");
    assertThatThrownBy(() -> SluiceConfig.builder().platform("sim\n").build())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the platform is 'sim\n'; give the name of a platform, which is lower-case letters and"
                + " digits, such as sim");
    assertThatThrownBy(() -> SluiceConfig.builder().platformOption("Sim", "ledger", "true"))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the platform of option 'ledger' is 'Sim'; give the name of a platform, which is"
                + " lower-case letters and digits, such as sim");
  }

  @Test
  void null_is_refused_by_name() {
    SluiceConfig.Builder builder = SluiceConfig.builder();

    assertThatThrownBy(() -> builder.runTimeout(null)).hasMessage("timeout");
    assertThatThrownBy(() -> builder.systemProperties(null)).hasMessage("all");
    assertThatThrownBy(() -> builder.environment(null)).hasMessage("all");
    assertThatThrownBy(() -> builder.platformOption(null, "ledger", "true")).hasMessage("platform");
  }

  @Test
  void a_configuration_does_not_change_with_its_sources_or_its_builder() {
    Map<String, String> properties = new HashMap<>(Map.of("sluice.x.a", "1"));
    SluiceConfig.Builder builder = from(properties, NOTHING).platformOption("x", "b", "2");
    SluiceConfig config = builder.build();

    properties.put("sluice.x.c", "3");
    builder.platformOption("x", "d", "4");
    config.toBuilder().platformOption("x", "e", "5").platform("other");

    assertThat(config.platformOptions("x")).containsOnlyKeys("a", "b");
    assertThat(config.platform()).isEmpty();
  }

  @Test
  void a_builder_of_a_configuration_keeps_what_code_said_and_the_sources() {
    SluiceConfig config =
        from(Map.of("sluice.device", "4"), NOTHING).platform("a").build().toBuilder().build();

    assertThat(config.platform()).contains("a");
    assertThat(config.deviceId()).isEqualTo(4);
  }
}
