package dev.sluice.core.run;

import dev.sluice.Transfer;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.replica.ManagedState;
import dev.sluice.core.replica.Replica;
import dev.sluice.core.replica.ReplicaCalls;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.SluiceException;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.tensor.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * Copies between the two replicas of managed tensors outside of runs: what the host reads, what it
 * wants on the device early, and what is evicted. Thread-safe; each copy is made within the
 * runtime's turn.
 */
final class ReplicaCopies implements ReplicaCalls {

  private final ContextRuntime runtime;
  private final Turn turn;
  private final Guards guards;
  private final MeteredDevice device;
  private final ReplicaTable replicas;
  private final TransferPolicy policy;
  private final Failures failures;
  private final RangeCopies copies;
  private final RunSlot slot;

  /**
   * Makes the copies of a runtime.
   *
   * @param slot whose bounce buffers heap memory goes through
   */
  ReplicaCopies(
      ContextRuntime runtime,
      Turn turn,
      Guards guards,
      MeteredDevice device,
      ReplicaTable replicas,
      TransferPolicy policy,
      Failures failures,
      RunSlot slot) {
    this.runtime = runtime;
    this.turn = turn;
    this.guards = guards;
    this.device = device;
    this.replicas = replicas;
    this.policy = policy;
    this.failures = failures;
    this.copies = new RangeCopies(new HostCopies(device));
    this.slot = slot;
  }

  @Override
  public void requireOutsideOfRuns() {
    turn.requireOutsideOfRuns();
  }

  @Override
  public @Nullable SluiceException gone(ErrorDetail.Builder place) {
    return turn.gone(place);
  }

  @Override
  public void bringToHost(ManagedState tensor, ByteRange range) {
    if (turn.gone(tensor.place()) != null) {
      tensor.replica().goneFromDevice(); // the caller finds the bytes lost, and says so
      return;
    }
    guards.check(Transfer.DOWNLOAD, device.name());
    runtime.memoryCall(
        () -> {
          try {
            download(tensor.replica(), range);
            return tensor;
          } catch (DeviceFailure failure) {
            throw failures.copying("the download", failure, tensor.place());
          }
        });
  }

  /** Brings all of a replica that only the device has to the host, before its memory goes. */
  void writeBack(Replica replica) {
    download(replica, new ByteRange(0, replica.byteCount()));
  }

  private void download(Replica replica, ByteRange range) {
    copies.download(
        slot,
        replica,
        policy.downloads(replica.staleOnHost(), replica.staleOnDevice(), range).ranges());
  }

  @Override
  public void bringToDevice(ManagedState tensor) {
    Replica replica = tensor.replica();
    if (replica.isOnDevice() && replica.staleOnDevice().isEmpty()) {
      return;
    }
    if (!replica.staleOnDevice().isEmpty()) {
      guards.check(Transfer.UPLOAD, device.name());
    }
    runtime.memoryCall(
        () -> {
          reserve(tensor);
          try {
            copies.upload(
                slot,
                replica,
                policy.uploads(replica.staleOnDevice(), replica.staleOnHost()).ranges());
            return tensor;
          } catch (DeviceFailure failure) {
            throw failures.copying("the upload", failure, tensor.place());
          }
        });
  }

  private void reserve(ManagedState tensor) {
    try {
      replicas.reserve(tensor.replica());
    } catch (DeviceFailure failure) {
      throw failures.allocating(failure, tensor.place());
    }
  }

  @Override
  public void release(ManagedState tensor) {
    if (turn.gone(tensor.place()) != null) {
      return; // the memory went with the device
    }
    if (!tensor.replica().staleOnHost().isEmpty()) {
      guards.check(Transfer.DOWNLOAD, device.name());
    }
    runtime.memoryCall(
        () -> {
          try {
            writeBack(tensor.replica());
          } catch (DeviceFailure failure) {
            throw failures.copying("the download", failure, tensor.place());
          }
          freeing(tensor, () -> replicas.drop(tensor.replica()));
          return tensor;
        });
  }

  @Override
  public void close(ManagedState tensor) {
    runtime.freeTensor(() -> freeing(tensor, () -> replicas.close(tensor)));
    // On a closed runtime nothing is left to free, and nobody's turn to wait for.
    replicas.forget(tensor);
  }

  private void freeing(ManagedState tensor, Runnable free) {
    try {
      free.run();
    } catch (DeviceFailure failure) {
      throw failures.freeing(failure, tensor.place());
    }
  }
}
