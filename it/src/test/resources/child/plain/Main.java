package plain;

import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;

/** Opens a runtime where there is no Guice. */
public final class Main {

  private Main() {}

  /** Prints the device, and whether Guice is there. */
  public static void main(String[] arguments) {
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      System.out.println(runtime.device().name());
    }
    try {
      Class.forName("com.google.inject.Injector");
      System.out.println("Guice");
    } catch (ClassNotFoundException e) {
      System.out.println("no Guice");
    }
  }
}
