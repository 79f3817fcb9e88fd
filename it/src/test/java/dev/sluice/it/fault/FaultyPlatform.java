package dev.sluice.it.fault;

import dev.sluice.DeviceLimits;
import dev.sluice.PlatformKind;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.ThreadConfinement;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The simulator, each call of which can be made to fail, and whose limits can be narrowed. Opens
 * one context, because it keeps one book.
 */
public final class FaultyPlatform implements DevicePlatform {

  private final DevicePlatform simulator;
  private final DeviceCalls calls = new DeviceCalls();
  private final @Nullable DeviceLimits limits;

  /** Finds the simulator. */
  public FaultyPlatform() {
    this(null);
  }

  /** Finds the simulator and gives it limits; null leaves it its own. */
  public FaultyPlatform(@Nullable DeviceLimits limits) {
    this.limits = limits;
    this.simulator =
        ServiceLoader.load(DevicePlatform.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(platform -> platform.name().equals("sim"))
            .findFirst()
            .orElseThrow();
  }

  /** Returns the book. */
  public DeviceCalls calls() {
    return calls;
  }

  @Override
  public String name() {
    return simulator.name();
  }

  @Override
  public PlatformKind kind() {
    return simulator.kind();
  }

  @Override
  public int spiVersion() {
    return simulator.spiVersion();
  }

  @Override
  public ThreadConfinement confinement() {
    return simulator.confinement();
  }

  @Override
  public Availability probe() {
    return simulator.probe();
  }

  @Override
  public DeviceContext open(DeviceOptions options) {
    DeviceContext context = simulator.open(options);
    return new FaultyContext(context, calls, limits == null ? context.limits() : limits);
  }
}
