package platforms;

import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import dev.sluice.core.discovery.PlatformEntry;
import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.error.PlatformException;

/** Lists all platforms, then opens the simulator, then whatever the rules choose. */
public final class Main {

  private Main() {}

  /** Prints a line for each. */
  public static void main(String[] arguments) {
    ClassLoader loader = Sluice.class.getClassLoader();
    for (PlatformEntry entry : PlatformRegistry.discover(loader).entries()) {
      String jar = entry.source().jar();
      System.out.println(
          jar.substring(jar.lastIndexOf('/') + 1)
              + " "
              + entry.source().version()
              + " "
              + entry.name()
              + ": "
              + entry.verdict().describe());
    }
    try (DeviceRuntime runtime = Sluice.open("sim")) {
      System.out.println("by name: " + runtime.device().name());
    } catch (PlatformException e) {
      System.out.println("by name: " + e.getMessage());
    }
    try (DeviceRuntime runtime = Sluice.open()) {
      System.out.println("by the rules: " + runtime.device().name());
    } catch (PlatformException e) {
      System.out.println("by the rules: " + e.getMessage());
    }
  }
}
