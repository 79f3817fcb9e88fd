package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HeapMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call with what can be kept from run to run: its plan, that it was validated, and its launch
 * request while staging stays in place. Guarded by the runtime's turn.
 */
final class PreparedCall {

  private final LoadedCallable loaded;
  private final BoundArguments arguments;
  private final PlannedCall planned;
  private final boolean deviceTensors;
  private final int bounceBuffers;
  private boolean validated;
  private @Nullable LaunchRequest request;
  private long requestVersion;

  private PreparedCall(LoadedCallable loaded, BoundArguments arguments, PlannedCall planned) {
    this.loaded = loaded;
    this.arguments = arguments;
    this.planned = planned;
    boolean anyOnDevice = false;
    int heapPieces = 0;
    for (Tensor tensor : arguments.tensors()) {
      anyOnDevice |= tensor instanceof DeviceTensor;
      if (tensor instanceof HostTensor host && host.memory() instanceof HeapMemory) {
        heapPieces = Math.max(heapPieces, CopyPieces.count(host));
      }
    }
    this.deviceTensors = anyOnDevice;
    this.bounceBuffers = Math.min(heapPieces, RunSlot.BOUNCE_BUFFERS);
  }

  static PreparedCall plan(LoadedCallable loaded, BoundArguments arguments, TransferPolicy policy) {
    return new PreparedCall(loaded, arguments, PlannedCall.of(loaded, arguments, policy));
  }

  /** Returns this call on a callable that has been loaded since it was planned. */
  PreparedCall on(LoadedCallable nowLoaded) {
    return nowLoaded == loaded ? this : new PreparedCall(nowLoaded, arguments, planned);
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

  /** Returns how many of the slot's bounce buffers the heap memory of the call goes through. */
  int bounceBuffers() {
    return bounceBuffers;
  }

  /** Returns the request made for a version of the staging area, or null. */
  @Nullable LaunchRequest request(long stagingVersion) {
    return requestVersion == stagingVersion ? request : null;
  }

  void keep(LaunchRequest made, long stagingVersion) {
    this.request = made;
    this.requestVersion = stagingVersion;
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
