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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call with what can be kept from run to run: its plan, that it was validated, and its launch
 * request while staging stays in place. Guarded by the runtime's turn.
 */
final class PreparedCall {

  private final LoadedCallable loaded;
  private final BoundArguments arguments;
  private final TransferPlan plan;
  private final boolean deviceTensors;
  private final boolean heapMemory;
  private final List<TransferPlan.Argument> undeclared;
  private boolean validated;
  private @Nullable StagingLayout layout;
  private @Nullable LaunchRequest request;
  private long requestVersion;

  private PreparedCall(LoadedCallable loaded, BoundArguments arguments, TransferPlan plan) {
    this.loaded = loaded;
    this.arguments = arguments;
    this.plan = plan;
    boolean anyOnDevice = false;
    boolean anyOnHeap = false;
    for (Tensor tensor : arguments.tensors()) {
      anyOnDevice |= tensor instanceof DeviceTensor;
      anyOnHeap |= tensor instanceof HostTensor host && host.memory() instanceof HeapMemory;
    }
    this.deviceTensors = anyOnDevice;
    this.heapMemory = anyOnHeap;
    this.undeclared = undeclared(plan);
  }

  private static List<TransferPlan.Argument> undeclared(TransferPlan plan) {
    List<TransferPlan.Argument> undeclared = List.of();
    for (TransferPlan.Argument argument : plan.arguments()) {
      if (argument.direction() == ArgDirection.UNKNOWN && argument.upload()) {
        undeclared = undeclared.isEmpty() ? new ArrayList<>() : undeclared;
        undeclared.add(argument);
      }
    }
    return undeclared;
  }

  static PreparedCall plan(LoadedCallable loaded, BoundArguments arguments, TransferPolicy policy) {
    return new PreparedCall(
        loaded, arguments, policy.plan(loaded.callable(), loaded.hostArguments(), arguments));
  }

  /** Returns a call with other arguments, under the same plan if that still holds for them. */
  PreparedCall with(BoundArguments others, TransferPolicy policy) {
    return keepsPlan(arguments.tensors(), others.tensors())
        ? new PreparedCall(loaded, others, plan)
        : plan(loaded, others, policy);
  }

  /** Returns this call on a callable that has been loaded since it was planned. */
  PreparedCall on(LoadedCallable nowLoaded) {
    return nowLoaded == loaded ? this : new PreparedCall(nowLoaded, arguments, plan);
  }

  private static boolean keepsPlan(List<Tensor> before, List<Tensor> after) {
    if (before.size() != after.size()) {
      return false;
    }
    for (int i = 0; i < before.size(); i++) {
      if (!isPlannedAlike(before.get(i), after.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlannedAlike(Tensor before, Tensor after) {
    if (before.dataType() != after.dataType() || !before.shape().equals(after.shape())) {
      return false;
    }
    if (before instanceof HostTensor hostBefore && after instanceof HostTensor hostAfter) {
      return CopyPieces.count(hostBefore) == CopyPieces.count(hostAfter);
    }
    return before instanceof DeviceTensor && after instanceof DeviceTensor;
  }

  LoadedCallable loaded() {
    return loaded;
  }

  BoundArguments arguments() {
    return arguments;
  }

  TransferPlan plan() {
    return plan;
  }

  Tensor tensor(int index) {
    return arguments.tensors().get(index);
  }

  boolean hasDeviceTensors() {
    return deviceTensors;
  }

  /** Returns the arguments that are copied both ways because nobody declared their direction. */
  List<TransferPlan.Argument> undeclared() {
    return undeclared;
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
    if (layout == null) {
      layout = StagingLayout.of(plan, largestAllocationBytes);
    }
    return layout;
  }

  /** Returns whether the run copies heap memory, which goes through the slot's bounce buffer. */
  boolean copiesHeapMemory() {
    return heapMemory;
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
