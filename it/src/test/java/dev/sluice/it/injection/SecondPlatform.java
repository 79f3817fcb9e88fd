package dev.sluice.it.injection;

import dev.sluice.PlatformKind;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import java.util.ServiceLoader;

/** The simulator under another name; found only through {@link SecondLoader}. */
public final class SecondPlatform implements DevicePlatform {

  @Override
  public String name() {
    return "second";
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
  public DeviceContext open(DeviceOptions options) {
    return ServiceLoader.load(DevicePlatform.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(platform -> platform.name().equals("sim"))
        .findFirst()
        .orElseThrow()
        .open(options);
  }
}
