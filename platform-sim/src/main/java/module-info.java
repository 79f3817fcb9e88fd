/** A simulated device that counts what moves. */
module dev.sluice.platform.sim {
  requires transitive dev.sluice.core;
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.sluice.sim;
  exports dev.sluice.sim.check;
  exports dev.sluice.sim.cost;
  exports dev.sluice.sim.fault;
  exports dev.sluice.sim.ledger;

  provides dev.sluice.spi.DevicePlatform with
      dev.sluice.sim.SimPlatform;
}
