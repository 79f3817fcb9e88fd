package dev.sluice.core.replica;

import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.HostTensor;
import java.util.List;

/**
 * The bytes behind one managed tensor, or behind several that share them: the host's memory, the
 * device's, if there is any now, and which side has what. Validity is thread-safe; the device's
 * memory and the holders are guarded by the runtime's turn.
 */
public final class Replica {

  private final HostTensor host;
  private final Validity validity;
  private volatile long handle = LaunchArgument.NO_HANDLE;
  private long lastUse;
  private int holders;

  Replica(HostTensor host) {
    this.host = host;
    this.validity = new Validity(host.byteCount());
  }

  /** Returns the host's memory. */
  public HostTensor host() {
    return host;
  }

  /** Returns the size in bytes, of the device's memory too. */
  public long byteCount() {
    return host.byteCount();
  }

  /** Returns the device's memory, or {@link LaunchArgument#NO_HANDLE}. */
  public long handle() {
    return handle;
  }

  /** Returns whether the device has memory for it. */
  public boolean isOnDevice() {
    return handle != LaunchArgument.NO_HANDLE;
  }

  void placed(long allocation) {
    handle = allocation;
  }

  long lastUse() {
    return lastUse;
  }

  void used(long time) {
    lastUse = time;
  }

  void addHolder() {
    holders++;
  }

  /** Returns whether the last holder has let go. */
  boolean removeHolder() {
    return --holders == 0;
  }

  /** Returns what only the host has. */
  public List<ByteRange> staleOnDevice() {
    return validity.hostOnly();
  }

  /** Returns what only the device has. */
  public List<ByteRange> staleOnHost() {
    return validity.deviceOnly();
  }

  /** Returns what neither has. */
  public List<ByteRange> lost() {
    return validity.lost();
  }

  /** Returns whether there are bytes that neither has. */
  public boolean isAnyLost() {
    return validity.isAnyLost();
  }

  boolean isStaleOnHost(ByteRange range) {
    return validity.isDeviceOnly(range);
  }

  List<ByteRange> lost(ByteRange range) {
    return validity.lost(range);
  }

  void writtenOnHost(ByteRange range) {
    validity.writtenOnHost(range);
  }

  void halfWrittenOnHost(ByteRange range) {
    validity.halfWrittenOnHost(range);
  }

  void discarded() {
    validity.discarded();
  }

  /** Records that a run has written all of it. */
  public void writtenOnDevice() {
    validity.writtenOnDevice();
  }

  /** Records that nothing on the device can be counted on. */
  public void goneFromDevice() {
    validity.goneFromDevice();
  }

  /** Records that a range was uploaded. */
  public void uploaded(ByteRange range) {
    validity.uploaded(range);
  }

  /** Records that the upload of a range failed half-way. */
  public void halfUploaded(ByteRange range) {
    validity.halfUploaded(range);
  }

  /** Records that a range was downloaded. */
  public void downloaded(ByteRange range) {
    validity.downloaded(range);
  }

  /** Records that the download of a range failed half-way. */
  public void halfDownloaded(ByteRange range) {
    validity.halfDownloaded(range);
  }

  ByteRange whole() {
    return new ByteRange(0, host.byteCount());
  }
}
