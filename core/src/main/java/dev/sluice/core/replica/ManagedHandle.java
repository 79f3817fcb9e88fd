package dev.sluice.core.replica;

import dev.sluice.core.transfer.Replicated;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.ContentsLostException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A managed tensor as its users hold it. Thread-safe. */
public final class ManagedHandle implements ManagedTensor, Replicated {

  private final ManagedState state;
  private final Replica replica;
  private final boolean waits;

  ManagedHandle(ManagedState state, boolean waits) {
    this.state = state;
    this.replica = state.replica();
    this.waits = waits;
  }

  /** Returns whether the tensor was made by a table's runtime. */
  public boolean isOwnedBy(ReplicaTable table) {
    return state.owner() == table;
  }

  @Override
  public Replica replica() {
    return replica;
  }

  @Override
  public HostTensor hostReplica() {
    return state.host();
  }

  @Override
  public void read(long offsetElements, long elementCount, Consumer<HostTensor> reader) {
    Objects.requireNonNull(reader, "reader");
    HostTensor view = view(offsetElements, elementCount).asReadOnly();
    ByteRange range = bytes(view);
    hold(
        false,
        hold -> {
          requireOnHost(range);
          reader.accept(view);
        });
  }

  @Override
  public void write(long offsetElements, long elementCount, Consumer<HostTensor> writer) {
    Objects.requireNonNull(writer, "writer");
    HostTensor view = view(offsetElements, elementCount);
    requireWritable();
    hold(true, hold -> change(hold, view, writer));
  }

  @Override
  public void update(long offsetElements, long elementCount, Consumer<HostTensor> updater) {
    Objects.requireNonNull(updater, "updater");
    HostTensor view = view(offsetElements, elementCount);
    requireWritable();
    hold(
        true,
        hold -> {
          requireOnHost(bytes(view));
          change(hold, view, updater);
        });
  }

  /**
   * Has the host write a range. It counts as half written before, so that an eviction meanwhile
   * leaves it alone. What only the device has of it must stay until the writer is done: the writer
   * may fail.
   */
  private void change(AccessGate.Hold hold, HostTensor view, Consumer<HostTensor> writer) {
    ByteRange range = bytes(view);
    replica.halfWrittenOnHost(range);
    state.owner().gate().awaitWriteBack(hold, replica.isStaleOnHost(range));
    writer.accept(view);
    replica.writtenOnHost(range);
  }

  @Override
  public void ensureOnDevice() {
    hold(false, hold -> calls().bringToDevice(state));
  }

  @Override
  public void ensureOnHost() {
    hold(false, hold -> requireOnHost(replica.whole()));
  }

  @Override
  public void discard() {
    requireWritable();
    hold(true, hold -> replica.discarded());
  }

  @Override
  public void release() {
    hold(
        true,
        hold -> {
          if (replica.isOnDevice()) {
            calls().release(state);
          }
        });
  }

  /** What only the device has is downloaded; what nobody has cannot be read. */
  private void requireOnHost(ByteRange range) {
    if (replica.isStaleOnHost(range)) {
      calls().bringToHost(state, range);
    }
    List<ByteRange> lost = replica.lost(range);
    if (!lost.isEmpty()) {
      throw new ContentsLostException(
          state.place().remedy("write them anew, or call discard() if nobody needs them").build(),
          text(lost)
              + " of "
              + state
              + " are lost: a launch that writes them failed, or the device is gone",
          calls().gone(state.place()));
    }
  }

  /** Returns ranges for a message. */
  public static String text(List<ByteRange> ranges) {
    return ranges.stream().map(ByteRange::toString).collect(Collectors.joining(", "));
  }

  private void hold(boolean changes, Consumer<AccessGate.Hold> work) {
    calls().requireOutsideOfRuns();
    requireOpen();
    AccessGate gate = state.owner().gate();
    AccessGate.Hold hold = gate.enter(ReplicaUses.of(replica, changes), waits);
    try {
      requireOpen();
      work.accept(hold);
    } finally {
      gate.leave(hold);
    }
  }

  private HostTensor view(long offsetElements, long elementCount) {
    HostTensor host = state.host();
    boolean whole = offsetElements == 0 && elementCount == host.shape().elementCount();
    return whole ? host : host.view(offsetElements, Shape.of(elementCount));
  }

  private ByteRange bytes(HostTensor view) {
    return new ByteRange(view.offsetBytes() - state.host().offsetBytes(), view.byteCount());
  }

  private void requireWritable() {
    if (!state.host().isWritable()) {
      throw new RejectedCallException(
          state.place().remedy("make it over writable memory").build(),
          state + " cannot be written: its memory is " + state.host().memory().description());
    }
  }

  private void requireOpen() {
    if (!state.isOpen()) {
      throw new ClosedRuntimeException(
          state.place().remedy("make a new one").build(), state + " is closed");
    }
  }

  private ReplicaCalls calls() {
    return state.owner().calls();
  }

  @Override
  public ManagedTensor withoutWaiting() {
    return new ManagedHandle(state, false);
  }

  @Override
  public String device() {
    return state.owner().deviceName();
  }

  @Override
  public DataType dataType() {
    return state.host().dataType();
  }

  @Override
  public Shape shape() {
    return state.host().shape();
  }

  @Override
  public long byteCount() {
    return replica.byteCount();
  }

  @Override
  public boolean isOnDevice() {
    return replica.isOnDevice();
  }

  @Override
  public List<ByteRange> staleOnDevice() {
    return replica.staleOnDevice();
  }

  @Override
  public List<ByteRange> staleOnHost() {
    return replica.staleOnHost();
  }

  @Override
  public List<ByteRange> lost() {
    return replica.lost();
  }

  @Override
  public boolean isOpen() {
    return state.isOpen();
  }

  @Override
  public void close() {
    if (!state.isOpen()) {
      return;
    }
    calls().requireOutsideOfRuns();
    AccessGate gate = state.owner().gate();
    AccessGate.Hold hold = gate.enter(ReplicaUses.of(replica, true), true);
    try {
      calls().close(state);
    } finally {
      gate.leave(hold);
    }
  }

  @Override
  public String toString() {
    return state.toString();
  }
}
