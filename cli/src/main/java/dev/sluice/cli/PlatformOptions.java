package dev.sluice.cli;

import dev.sluice.core.Sluice;
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

  Sluice.Builder applyTo(Sluice.Builder builder) {
    builder.platform(name);
    String costs = profile();
    return costs == null ? builder : builder.property("profile", costs);
  }
}
