package com.example.scaling;

import static dev.sluice.testkit.SluiceAssertions.assertThat;

import com.google.inject.Guice;
import dev.sluice.DeviceRuntime;
import dev.sluice.testkit.SimulatedDevice;
import dev.sluice.testkit.TransferBudget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service on the simulator: what it computes, and which bytes that moves. */
@SimulatedDevice
class ScalingServiceTest {

  private DeviceRuntime runtime;
  private ScalingService service;

  @BeforeEach
  void inject(DeviceRuntime simulated) {
    runtime = simulated;
    service =
        Guice.createInjector(binder -> binder.bind(DeviceRuntime.class).toInstance(simulated))
            .getInstance(ScalingService.class);
  }

  @Test
  void each_value_is_multiplied_by_the_factor() {
    assertThat(service.scale(new float[] {1, 2, -3}, 2)).containsFloats(2, 4, -6);
  }

  @Test
  @TransferBudget(upload = "16", download = "16")
  void the_values_go_up_and_only_the_result_comes_down() {
    service.scale(new float[] {1, 2, 3, 4}, 2);

    assertThat(runtime.totals().counts()).hasUploaded(16).hasDownloaded(16).hasLaunches(1);
  }
}
