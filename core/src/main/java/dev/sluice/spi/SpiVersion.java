package dev.sluice.spi;

/** The version of this SPI. The core accepts platforms compiled for 1 up to {@link #CURRENT}. */
public final class SpiVersion {

  /**
   * The version that this jar has. A compile-time constant, so a platform that returns it from
   * {@link DevicePlatform#spiVersion()} keeps the version that it was compiled for.
   */
  public static final int CURRENT = 1;

  private SpiVersion() {}
}
