package com.example.scaling;

import com.google.inject.Guice;
import com.google.inject.Injector;
import dev.sluice.DeviceRuntime;
import dev.sluice.guice.SluiceModule;
import dev.sluice.tensor.HostTensor;

/** Scales three numbers on the device that {@code -Dsluice.platform} names. */
public final class ScalingApplication {

  private ScalingApplication() {}

  /** Prints the scaled numbers. */
  public static void main(String[] arguments) {
    Injector injector = Guice.createInjector(SluiceModule.create());
    try (DeviceRuntime runtime = injector.getInstance(DeviceRuntime.class)) {
      HostTensor scaled =
          injector.getInstance(ScalingService.class).scale(new float[] {1, 2, 3}, 1.5f);
      System.out.println("on " + runtime.device().name());
      for (long i = 0; i < scaled.shape().elementCount(); i++) {
        System.out.println(scaled.getFloat(i));
      }
    }
  }
}
