package dev.sluice.core.replica;

import dev.sluice.LiveTensor;
import dev.sluice.core.memory.DeviceAllocator;
import dev.sluice.core.memory.HostSpan;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.TryAll;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.HostTensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The managed tensors of one runtime and the device memory behind them, which is taken from the
 * least recently used when there is too little. Making tensors and device memory is guarded by the
 * runtime's turn; the list of live ones is readable from any thread.
 */
public final class ReplicaTable implements DeviceAllocator {

  /** Brings to the host what only the device has, so that the device's memory can go. */
  @FunctionalInterface
  public interface WriteBack {

    /** Copies; throws {@link DeviceFailure} where that fails, and the bytes stay the device's. */
    void of(Replica replica);
  }

  private final MeteredDevice device;
  private final AccessGate gate;
  private final boolean trackAllocations;
  private final Map<Long, ManagedState> live = new LinkedHashMap<>();
  private @Nullable ReplicaCalls calls;
  private @Nullable WriteBack writeBack;
  private long uses;
  private long version;
  private long evictions;

  /**
   * Makes an empty table.
   *
   * @param trackAllocations whether to keep where each tensor was made
   */
  public ReplicaTable(MeteredDevice device, boolean trackAllocations) {
    this.device = device;
    this.gate = new AccessGate(device.name());
    this.trackAllocations = trackAllocations;
  }

  /** Sets who copies; once, before the first tensor is made. */
  public void connect(ReplicaCalls runtime, WriteBack copies) {
    this.calls = runtime;
    this.writeBack = copies;
  }

  /** Returns what keeps the users of replicas apart. */
  public AccessGate gate() {
    return gate;
  }

  ReplicaCalls calls() {
    return connected(calls);
  }

  private static <T> T connected(@Nullable T set) {
    if (set == null) {
      throw new IllegalStateException("the table was not connected");
    }
    return set;
  }

  String deviceName() {
    return device.name();
  }

  /** Returns a number that changes whenever device memory of a replica came or went. */
  public long version() {
    return version;
  }

  /** Returns how often a replica's device memory was taken for others. */
  public long evictions() {
    return evictions;
  }

  /**
   * Makes a tensor; no device call is made.
   *
   * @throws RejectedCallException if the memory overlaps another's and one of them can be written
   */
  public ManagedHandle make(HostTensor contents, long generation) {
    HostSpan span = HostSpan.of(contents);
    synchronized (live) {
      Replica replica = shared(contents, span).orElseGet(() -> new Replica(contents));
      replica.addHolder();
      ManagedState state =
          new ManagedState(
              this,
              replica,
              contents,
              generation,
              trackAllocations ? new Throwable("made here") : null);
      live.put(generation, state);
      return new ManagedHandle(state, true);
    }
  }

  private Optional<Replica> shared(HostTensor contents, HostSpan span) {
    for (ManagedState other : live.values()) {
      HostSpan taken = HostSpan.of(other.host());
      boolean readOnly = !contents.isWritable() && !other.host().isWritable();
      if (readOnly && span.isSame(taken)) {
        return Optional.of(other.replica());
      }
      if (!readOnly && span.overlaps(taken)) {
        throw new RejectedCallException(
            ErrorDetail.builder()
                .device(device.name())
                .byteCount(contents.byteCount())
                .remedy("use that tensor, close it first, or make both over read-only memory")
                .build(),
            "some of these bytes are those of " + other + ", and may be written");
      }
    }
    return Optional.empty();
  }

  /** Makes sure that the device has memory for a replica, and that it counts as used now. */
  public void reserve(Replica replica) {
    replica.used(++uses);
    if (!replica.isOnDevice() && replica.byteCount() > 0) {
      replica.placed(allocate(replica.byteCount()));
      version++;
    }
  }

  /**
   * Allocates; where there is no room, takes that of the replica that was used longest ago and that
   * neither this call uses nor the host is writing to, one after the other.
   */
  @Override
  public long allocate(long bytes) {
    List<DeviceFailure> kept = new ArrayList<>();
    List<Replica> candidates = null;
    while (true) {
      try {
        return device.allocate(bytes);
      } catch (DeviceFailure full) {
        if (full.kind() != DeviceFailure.Kind.OUT_OF_MEMORY) {
          throw full;
        }
        candidates = candidates == null ? byLastUse() : candidates;
        if (!evictOne(candidates, kept)) {
          kept.forEach(full::addSuppressed);
          throw full;
        }
      }
    }
  }

  private List<Replica> byLastUse() {
    synchronized (live) {
      return new ArrayList<>(
          live.values().stream()
              .map(ManagedState::replica)
              .filter(Replica::isOnDevice)
              .distinct()
              .sorted(Comparator.comparingLong(Replica::lastUse))
              .toList());
    }
  }

  /**
   * Evicts the first candidate that can be, and forgets those before it.
   *
   * @param kept gets the failures of those that could not be written back
   */
  private boolean evictOne(List<Replica> candidates, List<DeviceFailure> kept) {
    while (!candidates.isEmpty()) {
      Replica candidate = candidates.remove(0);
      AccessGate.Hold hold = gate.tryTake(candidate);
      if (hold == null) {
        continue; // this call uses it, or the host is writing to it
      }
      try {
        connected(writeBack).of(candidate);
        drop(candidate);
        evictions++;
        return true;
      } catch (DeviceFailure failure) {
        if (failure.kind() == DeviceFailure.Kind.LOST) {
          throw failure;
        }
        kept.add(failure);
      } finally {
        gate.leave(hold);
      }
    }
    return false;
  }

  /** Frees a replica's device memory; what only the device has is lost. */
  public void drop(Replica replica) {
    if (!replica.isOnDevice()) {
      return;
    }
    long handle = replica.handle();
    replica.placed(LaunchArgument.NO_HANDLE); // before it is freed, so that it is freed once
    replica.goneFromDevice();
    version++;
    device.free(handle);
  }

  /** Ends a tensor, within the turn; the last of those that share a replica frees its memory. */
  public void close(ManagedState tensor) {
    if (forget(tensor)) {
      drop(tensor.replica());
    }
  }

  /**
   * Ends a tensor without touching the device: one of a runtime that is closed.
   *
   * @return whether it was the last of those that share its replica
   */
  public boolean forget(ManagedState tensor) {
    synchronized (live) {
      if (!tensor.closeOnce()) {
        return false;
      }
      live.remove(tensor.description().generation());
      return tensor.replica().removeHolder();
    }
  }

  /** Returns the live tensors in the order they were made. */
  public List<LiveTensor> live() {
    synchronized (live) {
      return live.values().stream().map(ManagedState::description).toList();
    }
  }

  /**
   * Frees the device memory of all, within the turn; the first failure is thrown once all were
   * tried. The tensors stay open for what the host has.
   */
  public void dropAll() {
    List<Replica> replicas;
    synchronized (live) {
      replicas = live.values().stream().map(ManagedState::replica).distinct().toList();
    }
    TryAll.each(replicas, this::drop);
  }
}
