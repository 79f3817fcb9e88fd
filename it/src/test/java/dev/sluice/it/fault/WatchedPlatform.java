package dev.sluice.it.fault;

import dev.sluice.DeviceLimits;
import dev.sluice.PlatformKind;
import dev.sluice.sim.SimDevice;
import dev.sluice.sim.SimOptions;
import dev.sluice.sim.SimPlatform;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.ThreadConfinement;

/**
 * A platform, usually the simulator, with a book of the calls that it gets, of which each can be
 * made to fail. Opens one context, because it keeps one book.
 */
public final class WatchedPlatform implements DevicePlatform {

  private final DevicePlatform platform;
  private final DeviceCalls calls = new DeviceCalls();

  /** Makes a simulator with its usual limits. */
  public WatchedPlatform() {
    this(SimOptions.builder().build());
  }

  /** Makes a simulator with narrower limits. */
  public WatchedPlatform(DeviceLimits limits) {
    this(SimOptions.builder().limits(limits).build());
  }

  private WatchedPlatform(SimOptions options) {
    this(new SimPlatform(options));
  }

  /** Watches another platform. */
  public WatchedPlatform(DevicePlatform platform) {
    this.platform = platform;
  }

  /** Returns the book. */
  public DeviceCalls calls() {
    return calls;
  }

  @Override
  public String name() {
    return platform.name();
  }

  @Override
  public PlatformKind kind() {
    return platform.kind();
  }

  @Override
  public int spiVersion() {
    return platform.spiVersion();
  }

  @Override
  public ThreadConfinement confinement() {
    return platform.confinement();
  }

  @Override
  public Availability probe(DeviceOptions options) {
    return platform.probe(options);
  }

  @Override
  public DeviceContext open(DeviceOptions options) {
    DeviceContext context = platform.open(options);
    calls.watch(context.capability(SimDevice.class).orElse(null));
    return new WatchedContext(context, calls);
  }
}
