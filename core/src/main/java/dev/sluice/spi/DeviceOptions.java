package dev.sluice.spi;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What to open a device with. Immutable.
 *
 * @param deviceId the device's number, from 0
 * @param properties the platform's own options, by name, in the order of the names; a platform
 *     refuses a name that it does not know
 */
public record DeviceOptions(int deviceId, Map<String, String> properties) {

  /** Copies the properties. */
  public DeviceOptions {
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
  }
}
