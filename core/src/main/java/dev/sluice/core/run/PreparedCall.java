package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.core.replica.ManagedHandle;
import dev.sluice.core.replica.Replica;
import dev.sluice.core.replica.ReplicaUses;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.core.transfer.Replicated;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HeapMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Tensor;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call with what can be kept from run to run: its plan, that it was validated, and its launch
 * request while staging and replicas stay in place. Guarded by the runtime's turn; the plan is
 * readable from any thread.
 */
final class PreparedCall {

  private final LoadedCallable loaded;
  private final BoundArguments arguments;
  private final ReplicaUses uses;
  private final boolean deviceTensors;
  private final boolean managedTensors;
  private final int bounceBuffers;
  private volatile PlannedCall planned;
  private boolean validated;
  private @Nullable LaunchRequest request;
  private long requestVersion;

  private PreparedCall(LoadedCallable loaded, BoundArguments arguments, PlannedCall planned) {
    this.loaded = loaded;
    this.arguments = arguments;
    this.planned = planned;
    boolean anyOnDevice = false;
    boolean anyManaged = false;
    int heapPieces = 0;
    for (Tensor tensor : arguments.tensors()) {
      anyOnDevice |= tensor instanceof DeviceTensor;
      anyManaged |= tensor instanceof ManagedTensor;
      HostTensor host = hostSide(tensor);
      if (host != null && host.memory() instanceof HeapMemory) {
        heapPieces = Math.max(heapPieces, CopyPieces.count(host));
      }
    }
    this.deviceTensors = anyOnDevice;
    this.managedTensors = anyManaged;
    this.uses = anyManaged ? uses(loaded.callable(), arguments) : ReplicaUses.NONE;
    this.bounceBuffers = Math.min(heapPieces, RunSlot.BOUNCE_BUFFERS);
  }

  static PreparedCall plan(LoadedCallable loaded, BoundArguments arguments, TransferPolicy policy) {
    return new PreparedCall(loaded, arguments, PlannedCall.of(loaded, arguments, policy));
  }

  /** Returns the replicas behind the managed tensors of a call. */
  static ReplicaUses uses(DeviceCallable callable, BoundArguments arguments) {
    Map<Replica, Boolean> changed = new IdentityHashMap<>();
    List<Tensor> tensors = arguments.tensors();
    for (int i = 0; i < tensors.size(); i++) {
      if (tensors.get(i) instanceof ManagedHandle managed) {
        changed.merge(
            managed.replica(), callable.signature().direction(i).isWritten(), Boolean::logicalOr);
      }
    }
    return ReplicaUses.of(changed);
  }

  /** Returns the host memory of a tensor, or null. */
  static @Nullable HostTensor hostSide(Tensor tensor) {
    if (tensor instanceof HostTensor host) {
      return host;
    }
    return tensor instanceof Replicated managed ? managed.hostReplica() : null;
  }

  /** Returns this call on a callable that has been loaded since it was planned. */
  PreparedCall on(LoadedCallable nowLoaded) {
    return nowLoaded == loaded ? this : new PreparedCall(nowLoaded, arguments, planned);
  }

  /** Plans anew what a managed tensor may have changed since. */
  void replan(TransferPolicy policy) {
    if (managedTensors && !policy.stillHolds(plan(), loaded.hostArguments(), arguments)) {
      planned = PlannedCall.of(loaded, arguments, policy);
    }
  }

  /** Returns what a run would move now; callable from any thread. */
  TransferPlan planNow(TransferPolicy policy) {
    return managedTensors
        ? policy.plan(loaded.callable(), loaded.hostArguments(), arguments)
        : plan();
  }

  LoadedCallable loaded() {
    return loaded;
  }

  BoundArguments arguments() {
    return arguments;
  }

  TransferPlan plan() {
    return planned.plan();
  }

  Tensor tensor(int index) {
    return arguments.tensors().get(index);
  }

  boolean hasDeviceTensors() {
    return deviceTensors;
  }

  boolean hasManagedTensors() {
    return managedTensors;
  }

  /** Returns the replicas behind the managed tensors. */
  ReplicaUses uses() {
    return uses;
  }

  /** Returns the arguments that are copied both ways because nobody declared their direction. */
  List<TransferPlan.Argument> undeclared() {
    return planned.undeclared();
  }

  /** Returns whether the artifact asked for an argument in host memory. */
  boolean isHostArgument(TransferPlan.Argument argument) {
    return argument.name() != null && loaded.hostArguments().contains(argument.name());
  }

  boolean isValidated() {
    return validated;
  }

  void markValidated() {
    validated = true;
  }

  /** Returns where staged arguments lie; made when first asked for, of a validated call. */
  StagingLayout layout(long largestAllocationBytes) {
    return planned.layout(largestAllocationBytes);
  }

  /** Returns how many of the slot's bounce buffers the copies of the call go through. */
  int bounceBuffers() {
    return plan().packs().isEmpty() ? bounceBuffers : Math.max(bounceBuffers, 1);
  }

  /** Returns the request made for a version of the memory it names, or null. */
  @Nullable LaunchRequest request(long memoryVersion) {
    return requestVersion == memoryVersion ? request : null;
  }

  void keep(LaunchRequest made, long memoryVersion) {
    this.request = made;
    this.requestVersion = memoryVersion;
  }

  /** Returns whether a run may write an argument. */
  boolean isWritten(int index) {
    return loaded.direction(index).isWritten();
  }

  /** Returns whether a successful run writes an argument whole, whatever it held before. */
  boolean isOverwritten(int index) {
    return loaded.direction(index) == ArgDirection.OUT;
  }
}
