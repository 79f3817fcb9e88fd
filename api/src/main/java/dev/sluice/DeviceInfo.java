package dev.sluice;

/**
 * Which device a runtime has open. Immutable.
 *
 * @param platform the platform's name
 * @param kind whether it is a real device
 * @param deviceId the device's number on its platform, from 0
 * @param description what the platform says about the device, for people
 */
public record DeviceInfo(String platform, PlatformKind kind, int deviceId, String description) {

  /** Returns platform and number, such as {@code sim:0}. */
  public String name() {
    return platform + ":" + deviceId;
  }
}
