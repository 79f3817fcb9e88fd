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
 * The simulator with a book of the calls that it gets, of which each can be made to fail. Opens one
 * context, because it keeps one book.
 */
public final class WatchedSimulator implements DevicePlatform {

  private final SimPlatform simulator;
  private final DeviceCalls calls = new DeviceCalls();

  /** Makes a simulator with its usual limits. */
  public WatchedSimulator() {
    this(SimOptions.builder().build());
  }

  /** Makes a simulator with narrower limits. */
  public WatchedSimulator(DeviceLimits limits) {
    this(SimOptions.builder().limits(limits).build());
  }

  private WatchedSimulator(SimOptions options) {
    this.simulator = new SimPlatform(options);
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
    calls.watch(context.capability(SimDevice.class).orElseThrow());
    return new WatchedContext(context, calls);
  }
}
