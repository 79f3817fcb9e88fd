/** The platform SPI, the transfer policy and the runtime engine. */
module dev.sluice.core {
  requires transitive dev.sluice.api;
  requires static transitive org.jspecify;
  requires org.slf4j;

  // Addresses of direct buffers below Java 22; see BufferAddress.
  requires jdk.unsupported;

  exports dev.sluice.core;
  exports dev.sluice.core.discovery;
  exports dev.sluice.spi;

  uses dev.sluice.spi.DevicePlatform;
}
