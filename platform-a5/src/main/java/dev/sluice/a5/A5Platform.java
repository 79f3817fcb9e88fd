package dev.sluice.a5;

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

/** The platform {@code a5}: Ascend A5. Its options are in docs/ascend.md. Immutable. */
public final class A5Platform implements DevicePlatform {

  /** AICPU threads: fact sheet, section 7. What a copy costs has not been measured. */
  private static final HostRuntimeFamily FAMILY =
      new HostRuntimeFamily(
          "a5", "Ascend A5", 2, 5, EnumSet.allOf(DataType.class), CopyCosts.UNKNOWN);

  private final HostRuntime runtime = new HostRuntime(FAMILY, new NativeCalls());

  /** Makes the platform; this is what is found on the class path. */
  public A5Platform() {}

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
