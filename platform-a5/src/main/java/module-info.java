/** The Ascend A5 family, through the native host runtime. */
@SuppressWarnings("module") // the digit is the name of the hardware
module dev.sluice.platform.a5 {
  requires transitive dev.sluice.core;
  requires static transitive org.jspecify;

  exports dev.sluice.a5;

  provides dev.sluice.spi.DevicePlatform with
      dev.sluice.a5.A5Platform;
}
