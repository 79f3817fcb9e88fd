package dev.sluice.testkit.conformance;

import dev.sluice.CallableArtifact;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.SimPlatform;
import dev.sluice.spi.DevicePlatform;

/** The simulator keeps the rules. */
class SimulatorConformanceTest extends PlatformConformance {

  static final JavaKernel COPY =
      args -> {
        for (long i = 0; i < args.tensor(0).elementCount(); i++) {
          args.tensor(1).setBits(i, args.tensor(0).getBits(i));
        }
      };

  @Override
  protected DevicePlatform platform() {
    return new SimPlatform();
  }

  @Override
  protected CallableArtifact copy() {
    return COPY;
  }
}
