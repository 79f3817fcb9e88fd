package dev.sluice.cli;

import dev.sluice.DeviceRuntime;
import dev.sluice.TransferMode;
import dev.sluice.core.Sluice;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.DeviceFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which platform, and how it is opened. */
final class PlatformOptions {

  private static final String SIMULATOR = "sim";
  private static final String DEFAULT_PROFILE = "a2a3";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      defaultValue = SIMULATOR,
      description = "The platform to run on (default: ${DEFAULT-VALUE}, the simulator).")
  String name;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      description = "The simulator's cost profile, free or a2a3 (default: a2a3).")
  @Nullable String profile;

  /** Returns the simulator's cost profile, or null on another platform. */
  @Nullable String profile() {
    if (name.equals(SIMULATOR)) {
      return profile == null ? DEFAULT_PROFILE : profile;
    }
    if (profile != null) {
      throw new ParameterException(
          command.commandLine(), "--profile is an option of the simulator, not of " + name);
    }
    return null;
  }

  /**
   * Opens the device; whoever asked closes the runtime.
   *
   * @throws ParameterException if there is no such platform, or it refuses an option
   */
  DeviceRuntime open(TransferMode mode) {
    return open(mode, false);
  }

  /**
   * Opens the device, as above.
   *
   * @param selfTest whether a platform that drives a native runtime checks it before it runs
   *     anything
   */
  DeviceRuntime open(TransferMode mode, boolean selfTest) {
    ClassLoader platforms = ((Main) command.root().userObject()).platformLoader();
    Sluice.Builder builder =
        Sluice.builder().platform(name).classLoader(platforms).transferMode(mode);
    String costs = profile();
    if (costs != null) {
      builder.property("profile", costs);
    }
    if (selfTest) {
      builder.property("self-test", "true");
    }
    try {
      return builder.open();
    } catch (PlatformException e) {
      if (isWrongUsage(e.getCause())) {
        throw new ParameterException(command.commandLine(), e.getMessage(), e);
      }
      throw e;
    }
  }

  /** Returns whether the platform was not found, or refused what it was given. */
  private static boolean isWrongUsage(@Nullable Throwable cause) {
    return cause == null
        || (cause instanceof DeviceFailure failure && failure.kind() == DeviceFailure.Kind.REFUSED);
  }
}
