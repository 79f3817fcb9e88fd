package dev.sluice.a2a3;

import dev.sluice.PlatformKind;
import dev.sluice.spi.Availability;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import dev.sluice.spi.ThreadConfinement;
import dev.sluice.spi.hostruntime.HostRuntime;
import dev.sluice.spi.hostruntime.HostRuntimeFamily;
import dev.sluice.tensor.DataType;
import java.util.EnumSet;

/** The platform {@code a2a3}: Ascend A2 and A3. Its options are in docs/ascend.md. Immutable. */
public final class A2a3Platform implements DevicePlatform {

  /**
   * AICPU threads: fact sheet, section 7. FP8 and FP4 are for A5 only: section 6. Copy costs: from
   * the published runs, see docs/design/cost-model.md.
   */
  private static final HostRuntimeFamily FAMILY =
      new HostRuntimeFamily(
          "a2a3",
          "Ascend A2/A3",
          2,
          4,
          EnumSet.complementOf(EnumSet.of(DataType.FP8E4M3FN, DataType.FP8E8M0, DataType.FP4E2M1)),
          new CopyCosts(12_800, 32.76e9, 25.28e9));

  private final HostRuntime runtime = new HostRuntime(FAMILY, new NativeCalls());

  /** Makes the platform; this is what is found on the class path. */
  public A2a3Platform() {}

  @Override
  public String name() {
    return FAMILY.name();
  }

  @Override
  public PlatformKind kind() {
    return PlatformKind.HARDWARE;
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  @Override
  public ThreadConfinement confinement() {
    return ThreadConfinement.DEDICATED;
  }

  @Override
  public Availability probe(DeviceOptions options) {
    return runtime.probe(options);
  }

  @Override
  public DeviceContext open(DeviceOptions options) {
    return runtime.open(options);
  }
}
