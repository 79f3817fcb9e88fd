package dev.sluice.it.model;

import dev.sluice.CallableArtifact;
import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.a5.A5Platform;
import dev.sluice.core.Sluice;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.sim.SimPlatform;
import dev.sluice.spi.DevicePlatform;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A platform on which the model is tried: the simulator, or an Ascend platform on a stand-in for
 * the host runtime. Immutable.
 *
 * @param name the platform's
 * @param build of the stand-in; null for the simulator
 */
public record TestPlatform(String name, @Nullable Build build) {

  /** The simulator. */
  public static final TestPlatform SIMULATOR = new TestPlatform("sim", null);

  /**
   * The artifact of {@link Mixing} on a stand-in; one object, so that equal callables are cheap.
   */
  static final CallableArtifact NATIVE_MIXING = StandIn.artifact("mixing");

  /** Returns the simulator and every build of the stand-in. */
  public static Stream<TestPlatform> all() {
    return Stream.concat(Stream.of(SIMULATOR), standIns());
  }

  /** Returns every build of the stand-in. */
  public static Stream<TestPlatform> standIns() {
    return StandIn.builds("sim").map(build -> new TestPlatform(build.platform(), build));
  }

  /** Returns whether it is the simulator. */
  public boolean isSimulator() {
    return build == null;
  }

  /** Returns the platform itself. */
  public DevicePlatform platform() {
    return switch (name) {
      case "a2a3" -> new A2a3Platform();
      case "a5" -> new A5Platform();
      default -> new SimPlatform();
    };
  }

  /**
   * Returns a builder of runtimes on the platform that a test wraps around this one.
   *
   * @param configuration of a stand-in: what goes wrong
   */
  public Sluice.Builder builder(DevicePlatform wrapped, String... configuration) {
    Sluice.Builder builder = Sluice.builder().platform(wrapped);
    if (build != null) {
      StandIn.of(build).options().forEach(builder::property);
      configure(configuration);
    }
    return builder;
  }

  /** Sets what goes wrong from now on, on a stand-in. */
  public void configure(String... configuration) {
    if (build != null) {
      StandIn.of(build).configure(configuration);
    }
  }

  @Override
  public String toString() {
    return build == null ? name : build.toString();
  }
}
