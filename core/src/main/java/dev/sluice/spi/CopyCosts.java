package dev.sluice.spi;

/**
 * What a copy between host and device costs, as far as a platform knows: by it the core decides
 * whether one copy is cheaper than several. Immutable.
 *
 * @param copyNanos the fixed part of every copy, in nanoseconds
 * @param uploadBytesPerSecond the rate of copies to the device, more than 0
 * @param downloadBytesPerSecond the rate of copies to the host, more than 0
 */
public record CopyCosts(
    long copyNanos, double uploadBytesPerSecond, double downloadBytesPerSecond) {

  /** Nothing is known, or nothing is gained: copies are left as they are. */
  public static final CopyCosts UNKNOWN =
      new CopyCosts(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one cannot be: a mistake of the platform
   */
  public CopyCosts {
    if (copyNanos < 0 || !(uploadBytesPerSecond > 0) || !(downloadBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "no copy costs "
              + copyNanos
              + " ns at "
              + uploadBytesPerSecond
              + " bytes per second up and "
              + downloadBytesPerSecond
              + " down");
    }
  }

  /** Returns the most bytes whose way to the device costs less than one more copy. */
  public long uploadBytesOfACopy() {
    return bytesOfACopy(uploadBytesPerSecond);
  }

  /** Returns the most bytes whose way to the host costs less than one more copy. */
  public long downloadBytesOfACopy() {
    return bytesOfACopy(downloadBytesPerSecond);
  }

  private long bytesOfACopy(double bytesPerSecond) {
    // Where bytes cost nothing the rate is infinite, and 0 ns at it is no number.
    return copyNanos == 0 ? 0 : (long) Math.ceil(copyNanos / 1e9 * bytesPerSecond) - 1;
  }
}
