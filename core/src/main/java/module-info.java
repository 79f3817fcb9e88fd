/** The platform SPI, the transfer policy and the runtime engine. */
module dev.sluice.core {
  requires transitive dev.sluice.api;
  requires static transitive org.jspecify;
  requires org.slf4j;

  // Only where the host injects with Guice; see dev.sluice.guice.
  requires static com.google.guice;
  requires static jakarta.inject;

  // Addresses of direct buffers below Java 22; see BufferAddress.
  requires jdk.unsupported;

  exports dev.sluice.core;
  exports dev.sluice.core.discovery;
  exports dev.sluice.guice;
  exports dev.sluice.spi;
  exports dev.sluice.spi.elf;
  exports dev.sluice.spi.hostruntime;
  exports dev.sluice.spi.nativelib;

  // Guice calls the provider methods of the module.
  opens dev.sluice.guice to
      com.google.guice;

  uses dev.sluice.spi.DevicePlatform;
}
