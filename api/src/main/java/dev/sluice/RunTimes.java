package dev.sluice;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Measured times of one run, in nanoseconds. Immutable.
 *
 * @param planNanos planning and validation
 * @param stageNanos getting staging memory
 * @param uploadNanos copies to the device, and fills
 * @param launchNanos launch until the device was done
 * @param downloadNanos copies to the host
 * @param releaseNanos giving the run's memory back to the runtime, which keeps it: next to nothing
 * @param hostWallNanos from planning until the results are in host memory; without waiting for a
 *     turn and, on a platform with a thread of its own, without the hand-off to it
 * @param deviceWallNanos what the device says it worked; absent where it says nothing
 */
public record RunTimes(
    long planNanos,
    long stageNanos,
    long uploadNanos,
    long launchNanos,
    long downloadNanos,
    long releaseNanos,
    long hostWallNanos,
    OptionalLong deviceWallNanos) {

  /** Checks that an absent device time is an empty one. */
  public RunTimes {
    Objects.requireNonNull(deviceWallNanos, "deviceWallNanos");
  }

  /** Returns host wall less device wall, in nanoseconds; absent where the device says nothing. */
  public OptionalLong hostOverheadNanos() {
    return deviceWallNanos.isPresent()
        ? OptionalLong.of(hostWallNanos - deviceWallNanos.getAsLong())
        : OptionalLong.empty();
  }
}
