package dev.sluice.sim;

import dev.sluice.PlatformKind;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import java.util.Objects;

/**
 * The platform {@code sim}: every open is a device of its own. Options are given in code, or as
 * properties when a device is opened ({@code capacity}, {@code checks}, {@code profile}, {@code
 * refill}, {@code ledger}, {@code ledger-limit}); a property wins. Immutable.
 */
public final class SimPlatform implements DevicePlatform {

  private final SimOptions options;

  /** Makes the platform with the default options; this is what is found on the class path. */
  public SimPlatform() {
    this(SimOptions.builder().build());
  }

  /** Makes a platform whose devices have these options. */
  public SimPlatform(SimOptions options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  @Override
  public String name() {
    return "sim";
  }

  @Override
  public PlatformKind kind() {
    return PlatformKind.SIMULATED;
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  @Override
  public DeviceContext open(DeviceOptions asked) {
    ArmedFaults faults = new ArmedFaults(options.faults());
    SimOptions applied = SimProperties.apply(options, asked.properties());
    return new FaultyContext(new SimContext(asked.deviceId(), applied, faults), faults);
  }
}
