package dev.sluice.it.ascend;

import dev.sluice.CallableArtifact;
import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.a5.A5Platform;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.testkit.conformance.PlatformConformance;
import org.junit.jupiter.api.Nested;

/** Both Ascend platforms keep the rules of the SPI, on both runtimes. */
class AscendConformanceTest {

  private abstract static class OnStandIn extends PlatformConformance {

    private final Build build;

    OnStandIn(String platform, String runtime) {
      this.build = new Build(platform, "sim", runtime);
    }

    @Override
    protected DevicePlatform platform() {
      return build.platform().equals("a5") ? new A5Platform() : new A2a3Platform();
    }

    @Override
    protected DeviceOptions options() {
      return new DeviceOptions(0, StandIn.of(build).options());
    }

    @Override
    protected CallableArtifact copy() {
      return StandIn.artifact("strided_copy");
    }
  }

  @Nested
  class A2a3OnTheRingBuffer extends OnStandIn {
    A2a3OnTheRingBuffer() {
      super("a2a3", "tensormap_and_ringbuffer");
    }
  }

  @Nested
  class A2a3WithTheGraphOnTheHost extends OnStandIn {
    A2a3WithTheGraphOnTheHost() {
      super("a2a3", "host_build_graph");
    }
  }

  @Nested
  class A5OnTheRingBuffer extends OnStandIn {
    A5OnTheRingBuffer() {
      super("a5", "tensormap_and_ringbuffer");
    }
  }

  @Nested
  class A5WithTheGraphOnTheHost extends OnStandIn {
    A5WithTheGraphOnTheHost() {
      super("a5", "host_build_graph");
    }
  }
}
