package injected;

import com.google.inject.Guice;
import dev.sluice.DeviceRuntime;
import dev.sluice.core.SluiceConfig;
import dev.sluice.guice.SluiceModule;
import jakarta.inject.Inject;

/** Gets a runtime injected. */
public final class Main {

  private final DeviceRuntime runtime;

  @Inject
  Main(DeviceRuntime runtime) {
    this.runtime = runtime;
  }

  /** Prints the device. */
  public static void main(String[] arguments) {
    SluiceConfig config = SluiceConfig.builder().platform("sim").build();
    Main main = Guice.createInjector(SluiceModule.of(config)).getInstance(Main.class);
    try (DeviceRuntime runtime = main.runtime) {
      System.out.println(runtime.device().name());
    }
  }
}
