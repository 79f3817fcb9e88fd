package dev.sluice.testkit.conformance;

import dev.sluice.PlatformKind;
import dev.sluice.sim.SimPlatform;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import dev.sluice.spi.ThreadConfinement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The simulator with one mistake. */
final class WrongPlatform implements DevicePlatform {

  private final SimPlatform simulator = new SimPlatform();
  private final AtomicInteger asked;
  private final Mistake mistake;

  WrongPlatform(Mistake mistake, AtomicInteger asked) {
    this.mistake = mistake;
    this.asked = asked;
  }

  private boolean has(Mistake other) {
    return mistake == other;
  }

  @Override
  public String name() {
    if (has(Mistake.UPPER_CASE_NAME)) {
      return "Sim";
    }
    return has(Mistake.NAME_THAT_CHANGES) ? "sim" + asked.incrementAndGet() : simulator.name();
  }

  @Override
  public PlatformKind kind() {
    return simulator.kind();
  }

  @Override
  public int spiVersion() {
    return has(Mistake.FUTURE_SPI_VERSION) ? SpiVersion.CURRENT + 1 : simulator.spiVersion();
  }

  @Override
  public ThreadConfinement confinement() {
    return has(Mistake.NO_CONFINEMENT) ? null : simulator.confinement();
  }

  @Override
  public Availability probe() {
    return has(Mistake.PROBE_THAT_CHANGES_ITS_MIND) && asked.incrementAndGet() > 1
        ? Availability.unavailable("it is late")
        : simulator.probe();
  }

  @Override
  public DeviceContext open(DeviceOptions options) {
    DeviceOptions passed =
        has(Mistake.UNKNOWN_OPTIONS_IGNORED)
            ? new DeviceOptions(options.deviceId(), Map.of())
            : options;
    return new WrongContext(simulator.open(passed), mistake);
  }
}
