package dev.sluice.sim.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.error.RejectedCallException;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CostProfileTest {

  /** The six tensors of the published case; the last is the output. */
  private static final long[] CASE1 = {
    1_048_576, 536_870_912, 536_870_912, 262_144, 1_024, 2_097_152
  };

  private static double hostWallMicros(int uploads, int firstDownload) {
    CostProfile a2a3 = CostProfile.a2a3();
    VirtualClock clock = new VirtualClock(a2a3);
    for (int i = 0; i < uploads; i++) {
      clock.upload(CASE1[i]);
    }
    clock.launch(CASE1[1] + CASE1[2]);
    for (int i = firstDownload; i < CASE1.length; i++) {
      clock.download(CASE1[i]);
    }
    assertThat(clock.deviceNanos()).isEqualTo(2_775_500);
    return clock.elapsedNanos() / 1e3;
  }

  @Test
  void the_profile_gives_back_the_measurements_it_was_calibrated_on() {
    assertThat(hostWallMicros(6, 0)).isCloseTo(78_471, Percentage.withPercentage(0.1));
    assertThat(hostWallMicros(6, 5)).isCloseTo(35_876, Percentage.withPercentage(0.1));
    assertThat(hostWallMicros(5, 5)).isLessThan(hostWallMicros(6, 5));
  }

  @Test
  void forty_five_copies_less_save_what_was_published() {
    long saved = 45 * CostProfile.a2a3().uploadNanos(0);

    assertThat(saved / 1e3).isCloseTo(643 - 65, within(3.0));
  }

  @Test
  void the_free_profile_charges_nothing() {
    CostProfile free = CostProfile.named("free");

    assertThat(free.uploadNanos(1 << 30)).isZero();
    assertThat(free.downloadNanos(1 << 30)).isZero();
    assertThat(free.launchNanos()).isZero();
    assertThat(free.deviceNanos(1 << 30)).isZero();
    assertThat(free.chargesDeviceWork()).isFalse();
  }

  @Test
  void rates_and_costs_are_checked() {
    assertThatThrownBy(() -> CostProfile.builder("x").uploadBytesPerSecond(0))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("a rate of 0.0 bytes per second; give more than 0");
    assertThatThrownBy(() -> CostProfile.builder("x").deviceBytesPerSecond(Double.NaN))
        .isInstanceOf(RejectedCallException.class);
    assertThatThrownBy(() -> CostProfile.builder("x").copyNanos(-1))
        .hasMessage("a cost of -1 ns; give 0 or more");
    assertThatThrownBy(() -> CostProfile.named("a5"))
        .hasMessage("there is no cost profile 'a5'; use free or a2a3");
  }

  @Test
  void the_clock_never_goes_back_however_dear_a_call_is() {
    VirtualClock clock =
        new VirtualClock(
            CostProfile.builder("dear")
                .copyNanos(Long.MAX_VALUE)
                .launchNanos(Long.MAX_VALUE)
                .uploadBytesPerSecond(1e-9)
                .build());

    clock.upload(Long.MAX_VALUE);
    clock.launch(1);
    clock.download(1);

    assertThat(clock.elapsedNanos()).isEqualTo(Long.MAX_VALUE);
  }
}
