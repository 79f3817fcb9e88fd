package dev.sluice.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Which cost profile the simulator has; only for commands that print it, or times that it models.
 */
final class ProfileOption {

  private static final String DEFAULT = "a2a3";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      description = "The simulator's cost profile, free or a2a3 (default: " + DEFAULT + ").")
  @Nullable String name;

  /** Returns the simulator's cost profile, or null on another platform. */
  @Nullable String on(String platform) {
    if (platform.equals(PlatformOptions.SIMULATOR)) {
      return name == null ? DEFAULT : name;
    }
    if (name != null) {
      throw new ParameterException(
          command.commandLine(), "--profile is an option of the simulator, not of " + platform);
    }
    return null;
  }

  /** Returns what the platform is opened with. */
  Map<String, String> optionsFor(String platform) {
    String costs = on(platform);
    return costs == null ? Map.of() : Map.of("profile", costs);
  }
}
