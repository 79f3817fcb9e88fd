package dev.sluice.core.run;

import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.LaunchException;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.SluiceException;
import dev.sluice.error.TransferException;
import dev.sluice.spi.DeviceFailure;

/**
 * Turns what the device threw into the exception that fits what the call was doing. Thread-safe.
 */
final class Failures {

  private final MeteredDevice device;

  Failures(MeteredDevice device) {
    this.device = device;
  }

  SluiceException allocating(DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new DeviceMemoryException(detail(failure, place), failure.problem(), failure);
  }

  SluiceException copying(String what, DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new TransferException(
            detail(failure, place), what + " failed: " + failure.problem(), failure);
  }

  SluiceException launching(DeviceFailure failure, ErrorDetail.Builder place) {
    if (device.lostBy() != null) {
      return lost(place);
    }
    // The failure of a kernel is its cause's; the device only passed it on.
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return new LaunchException(detail(failure, place), failure.problem(), cause);
  }

  SluiceException registering(DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new RejectedCallException(
            detail(failure, place), "the device did not load it: " + failure.problem(), failure);
  }

  SluiceException unloading(DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new PlatformException(
            detail(failure, place), "the device did not unload it: " + failure.problem(), failure);
  }

  SluiceException closing(DeviceFailure failure, ErrorDetail.Builder place) {
    return new PlatformException(
        detail(failure, place), "the device did not close cleanly: " + failure.problem(), failure);
  }

  /**
   * Returns the exception of every call on a lost device: the first cause, and what is left to do.
   */
  DeviceLostException lost(ErrorDetail.Builder place) {
    DeviceFailure first = device.lostBy();
    if (first == null) {
      throw new IllegalStateException("the device is not lost");
    }
    return new DeviceLostException(
        detail(first, place.device(device.name())).toBuilder()
            .remedy(first.remedy() == null ? "close this runtime and open another" : first.remedy())
            .build(),
        "the device is lost: " + first.problem(),
        first);
  }

  private static ErrorDetail detail(DeviceFailure failure, ErrorDetail.Builder place) {
    failure.nativeCode().ifPresent(place::nativeCode);
    if (failure.remedy() != null) {
      place.remedy(failure.remedy());
    }
    return place.build();
  }
}
