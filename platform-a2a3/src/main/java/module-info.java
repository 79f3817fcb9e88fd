/** The Ascend A2 and A3 family, through the native host runtime. */
@SuppressWarnings("module") // the digit is the name of the hardware
module dev.sluice.platform.a2a3 {
  requires transitive dev.sluice.core;
  requires static transitive org.jspecify;

  exports dev.sluice.a2a3;

  provides dev.sluice.spi.DevicePlatform with
      dev.sluice.a2a3.A2a3Platform;
}
