package dev.sluice.spi;

/**
 * An ability of devices that say how much of their memory is in use, whoever asked for it: the
 * device's own runtime takes some beside what is allocated. Readable from any thread.
 */
public interface DeviceMemoryUse {

  /** Returns the bytes in use after the last call that could change them. */
  long bytesInUse();
}
