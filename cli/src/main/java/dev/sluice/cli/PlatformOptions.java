package dev.sluice.cli;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.DeviceFailure;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which platform, and how it is opened. */
final class PlatformOptions {

  static final String SIMULATOR = "sim";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      defaultValue = SIMULATOR,
      description = "The platform to run on (default: ${DEFAULT-VALUE}, the simulator).")
  String name;

  /** Opens the device, as below. */
  DeviceRuntime open(TransferMode mode) {
    return open(mode, Map.of());
  }

  /**
   * Opens the device; whoever asked closes the runtime.
   *
   * @param options what the platform is opened with
   * @throws ParameterException if there is no such platform, or it refuses an option
   * @throws PlatformException if the platform is there, but cannot be used
   */
  DeviceRuntime open(TransferMode mode, Map<String, String> options) {
    if (!PlatformRegistry.isName(name)) {
      throw new ParameterException(
          command.commandLine(),
          "--platform is '"
              + name
              + "'; give the name of a platform, which is lower-case letters and digits, such as "
              + SIMULATOR);
    }
    ClassLoader platforms = ((Main) command.root().userObject()).platformLoader();
    Sluice.Builder builder =
        Sluice.builder().platform(name).classLoader(platforms).transferMode(mode);
    options.forEach(builder::property);
    try {
      return builder.open();
    } catch (PlatformException e) {
      if (refusedOptions(e)) {
        throw new ParameterException(command.commandLine(), e.getMessage(), e);
      }
      if (!isKnown(platforms)) {
        throw new ParameterException(
            command.commandLine(), e.getMessage() + ", or give its folder with --platform-path", e);
      }
      throw e;
    }
  }

  private static boolean refusedOptions(PlatformException failure) {
    return failure.getCause() instanceof DeviceFailure cause
        && cause.kind() == DeviceFailure.Kind.REFUSED;
  }

  /** Returns whether a platform of this name was found, in order or not. */
  private boolean isKnown(ClassLoader platforms) {
    return PlatformRegistry.discover(platforms).names().contains(name);
  }
}
