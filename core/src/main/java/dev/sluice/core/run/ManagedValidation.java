package dev.sluice.core.run;

import dev.sluice.DeviceLimits;
import dev.sluice.Placement;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.Staging;
import dev.sluice.core.memory.TensorTable;
import dev.sluice.core.replica.ManagedHandle;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.ManagedTensor;
import java.util.List;

/**
 * Refuses what a call must not do with managed tensors. Their state changes from run to run, so all
 * of it is asked of every run. Guarded by the runtime's turn.
 */
final class ManagedValidation {

  private final DeviceLimits limits;
  private final TensorTable tensors;
  private final ReplicaTable replicas;
  private final Staging staging;

  ManagedValidation(
      DeviceLimits limits, TensorTable tensors, ReplicaTable replicas, Staging staging) {
    this.limits = limits;
    this.tensors = tensors;
    this.replicas = replicas;
    this.staging = staging;
  }

  void check(PreparedCall call) {
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      if (call.tensor(argument.index()) instanceof ManagedTensor tensor) {
        checkTensor(call, argument, tensor);
      }
    }
    checkWorkingSet(call);
  }

  private void checkTensor(
      PreparedCall call, TransferPlan.Argument argument, ManagedTensor tensor) {
    if (!(tensor instanceof ManagedHandle managed) || !managed.isOwnedBy(replicas)) {
      throw rejected(
          call.loaded().place(argument),
          "a managed tensor of another runtime (" + tensor.device() + ") cannot be used here",
          "make one here, over memory of its own");
    }
    if (!managed.isOpen()) {
      throw rejected(call.loaded().place(argument), managed + " is closed", "make a new one");
    }
    if (call.isWritten(argument.index()) && !managed.hostReplica().isWritable()) {
      throw rejected(
          call.loaded().place(argument),
          argument.direction()
              + " needs writable host memory, but it is "
              + managed.hostReplica().memory().description(),
          "declare it IN if the callable only reads it, or make the tensor over writable memory");
    }
    if (argument.direction().isRead() && managed.replica().isAnyLost()) {
      throw rejected(
          call.loaded().place(argument),
          ManagedHandle.text(managed.lost())
              + " of "
              + managed
              + " are lost, because a launch that writes them failed",
          "write them anew, or call discard() if nobody needs them");
    }
    if (argument.placement() == Placement.DELEGATED) {
      checkOnHost(call, argument, managed);
    }
  }

  private static void checkOnHost(
      PreparedCall call, TransferPlan.Argument argument, ManagedHandle managed) {
    List<ByteRange> stale = managed.staleOnHost();
    if (!stale.isEmpty()) {
      throw rejected(
          call.loaded().place(argument),
          "the artifact reads this argument on the host, but only the device has "
              + ManagedHandle.text(stale),
          "call ensureOnHost() before the run");
    }
  }

  /** Whatever is not of this call can be evicted, save device tensors and the staging memory. */
  private void checkWorkingSet(PreparedCall call) {
    long memory = limits.memoryBytes();
    if (memory == Long.MAX_VALUE) {
      return; // the device does not know, and will say so when it has no room
    }
    long staged = staging.bytesWith(call.layout(limits.largestAllocationBytes()));
    long managed = call.uses().byteCount();
    long needed = saturatedSum(saturatedSum(managed, staged), tensors.liveBytes());
    if (needed > memory) {
      throw rejected(
          call.loaded().place(),
          "the call needs "
              + managed
              + " bytes for its managed tensors, "
              + staged
              + " bytes for staging and "
              + tensors.liveBytes()
              + " bytes for open device tensors at once, but the device has "
              + memory,
          "split the call, close device tensors, or call trim()");
    }
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b; // both are 0 or more
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private static RejectedCallException rejected(
      ErrorDetail.Builder place, String problem, String remedy) {
    return new RejectedCallException(place.remedy(remedy).build(), problem);
  }
}
