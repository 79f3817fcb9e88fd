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
import java.util.Arrays;

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
        : new DeviceMemoryException(
            detail(failure, place, "close device tensors, call trim(), or pass smaller tensors"),
            failure.problem(),
            failure);
  }

  SluiceException freeing(DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new DeviceMemoryException(
            detail(failure, place, "the memory is given up; close the runtime to get it back"),
            "device memory could not be freed: " + failure.problem(),
            failure);
  }

  SluiceException copying(String what, DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new TransferException(
            detail(failure, place, "run again; the runtime is usable"),
            what + " failed: " + failure.problem(),
            failure);
  }

  SluiceException launching(DeviceFailure failure, ErrorDetail.Builder place) {
    if (device.lostBy() != null) {
      return lost(place);
    }
    // The failure of a kernel is its cause's; the device only passed it on.
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    LaunchException exception =
        new LaunchException(
            detail(failure, place, "correct the kernel or its arguments and run again"),
            failure.problem(),
            cause);
    Arrays.stream(failure.getSuppressed()).forEach(exception::addSuppressed);
    return exception;
  }

  /** A device that refused has done nothing; any other failure of loading is its own. */
  SluiceException registering(DeviceFailure failure, ErrorDetail.Builder place) {
    if (device.lostBy() != null) {
      return lost(place);
    }
    return switch (failure.kind()) {
      case REFUSED ->
          new RejectedCallException(
              detail(failure, place, "give an artifact that the platform takes"),
              "the device does not take it: " + failure.problem(),
              failure);
      case OUT_OF_MEMORY -> allocating(failure, place);
      case FAILED, LOST ->
          new PlatformException(
              detail(failure, place, "register it again; the runtime is usable"),
              "the device did not load it: " + failure.problem(),
              failure);
    };
  }

  SluiceException unloading(DeviceFailure failure, ErrorDetail.Builder place) {
    return device.lostBy() != null
        ? lost(place)
        : new PlatformException(
            detail(failure, place, "it stays on the device until the runtime closes"),
            "the device did not unload it: " + failure.problem(),
            failure);
  }

  SluiceException closing(DeviceFailure failure, ErrorDetail.Builder place) {
    return new PlatformException(
        detail(failure, place, "the runtime is closed all the same; look at the cause"),
        "the device did not close cleanly: " + failure.problem(),
        failure);
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
        detail(first, place.device(device.name()), "close this runtime and open another"),
        "the device is lost: " + first.problem(),
        first);
  }

  /** Returns the place with the device's remedy, or another where the device knows none. */
  private static ErrorDetail detail(
      DeviceFailure failure, ErrorDetail.Builder place, String otherwise) {
    failure.nativeCode().ifPresent(place::nativeCode);
    return place.remedy(failure.remedy() == null ? otherwise : failure.remedy()).build();
  }
}
