package dev.sluice.it.model;

/** Where the memory of a modelled argument is, and how a host program came to it. */
public enum Where {
  /** A direct buffer, of which the tensor takes the middle. */
  HOST_DIRECT(true, true),
  /** A primitive array of the element type, of which the tensor is a view. */
  HOST_ARRAY(true, false),
  /** A heap buffer, of which the tensor takes the middle. */
  HOST_HEAP_BUFFER(true, false),
  /** The middle of a file, mapped read-write. */
  HOST_MAPPED(true, true),
  /** A device tensor. */
  DEVICE(false, false),
  /** A contiguous view into a device tensor. */
  DEVICE_VIEW(false, false),
  /** Every second element of a device tensor. */
  DEVICE_STRIDED(false, false);

  private final boolean host;
  private final boolean direct;

  Where(boolean host, boolean direct) {
    this.host = host;
    this.direct = direct;
  }

  /** Returns whether a run has to bring the contents to the device. */
  public boolean isHost() {
    return host;
  }

  /** Returns whether the device reaches the host memory without a detour. */
  public boolean isDirect() {
    return direct;
  }

  /** Returns how many elements lie around the tensor on either side. */
  int guardElements() {
    return this == DEVICE ? 0 : 16;
  }

  /** Returns the distance between neighbours, in elements. */
  int stride() {
    return this == DEVICE_STRIDED ? 2 : 1;
  }
}
