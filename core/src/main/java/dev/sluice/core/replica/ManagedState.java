package dev.sluice.core.replica;

import dev.sluice.LiveTensor;
import dev.sluice.error.ErrorDetail;
import dev.sluice.tensor.HostTensor;
import org.jspecify.annotations.Nullable;

/** One managed tensor: a replica, seen as an element type and a shape. Thread-safe. */
public final class ManagedState {

  private final ReplicaTable owner;
  private final Replica replica;
  private final HostTensor host;
  private final LiveTensor description;
  private volatile boolean open = true;

  ManagedState(
      ReplicaTable owner,
      Replica replica,
      HostTensor host,
      long generation,
      @Nullable Throwable madeAt) {
    this.owner = owner;
    this.replica = replica;
    this.host = host;
    this.description = new LiveTensor(generation, host.dataType(), host.shape(), madeAt);
  }

  ReplicaTable owner() {
    return owner;
  }

  /** Returns the bytes behind it. */
  public Replica replica() {
    return replica;
  }

  /** Returns the host's memory as this tensor's element type and shape. */
  public HostTensor host() {
    return host;
  }

  /** Returns what it is, for messages. */
  public LiveTensor description() {
    return description;
  }

  boolean isOpen() {
    return open;
  }

  /** Returns whether this call closed it. Within the turn. */
  boolean closeOnce() {
    boolean wasOpen = open;
    open = false;
    return wasOpen;
  }

  /** Returns where it is, for messages. */
  public ErrorDetail.Builder place() {
    return ErrorDetail.builder().device(owner.deviceName()).byteCount(replica.byteCount());
  }

  /** Returns the generation, element type and shape. */
  @Override
  public String toString() {
    return "managed tensor "
        + description.generation()
        + " ("
        + description.dataType()
        + " "
        + description.shape()
        + ")";
  }
}
