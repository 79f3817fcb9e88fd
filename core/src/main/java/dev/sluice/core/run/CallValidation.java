package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceLimits;
import dev.sluice.Placement;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.AllocatedTensor;
import dev.sluice.core.memory.TensorTable;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Refuses, before the first device call, whatever can be refused: limits, memory that cannot be
 * written back, closed or foreign tensors, aliasing. Guarded by the runtime's turn.
 */
final class CallValidation {

  private final DeviceLimits limits;
  private final TensorTable tensors;
  private final ManagedValidation managed;

  CallValidation(DeviceLimits limits, TensorTable tensors, ManagedValidation managed) {
    this.limits = limits;
    this.tensors = tensors;
    this.managed = managed;
  }

  /**
   * Checks a call whole, or, where it was checked before, what may have changed since.
   *
   * @throws RejectedCallException naming the argument
   */
  void check(PreparedCall call) {
    if (!call.isValidated()) {
      checkCounts(call);
      for (TransferPlan.Argument argument : call.plan().arguments()) {
        checkTensor(call, argument, call.tensor(argument.index()));
      }
      checkOverlap(call);
      call.markValidated();
    }
    if (call.hasDeviceTensors()) {
      for (TransferPlan.Argument argument : call.plan().arguments()) {
        if (call.tensor(argument.index()) instanceof DeviceTensor tensor) {
          checkDeviceTensor(call, argument, tensor);
        }
      }
    }
    if (call.hasManagedTensors()) {
      managed.check(call);
    }
  }

  private void checkCounts(PreparedCall call) {
    int tensorCount = call.plan().arguments().size();
    if (tensorCount > limits.maxTensors()) {
      throw rejected(
          call.loaded().place(),
          tensorCount + " tensors are more than the device takes in one call",
          "pass at most " + limits.maxTensors());
    }
    if (call.arguments().scalarCount() > limits.maxScalars()) {
      throw rejected(
          call.loaded().place(),
          call.arguments().scalarCount() + " scalars are more than the device takes in one call",
          "pass at most " + limits.maxScalars());
    }
  }

  private void checkTensor(PreparedCall call, TransferPlan.Argument argument, Tensor tensor) {
    requireTaken(tensor.dataType(), () -> call.loaded().place(argument));
    if (argument.byteCount() == 0 && !limits.zeroSizeArguments()) {
      throw rejected(
          call.loaded().place(argument),
          "the device does not take tensors of zero bytes, such as shape " + tensor.shape(),
          "leave the call out, or pass at least one element");
    }
    if (call.isHostArgument(argument)) {
      checkHostArgument(call, argument, tensor);
    }
    if (argument.isStaged() || argument.placement() == Placement.MANAGED) {
      requireAllocatable(argument.byteCount(), () -> call.loaded().place(argument));
    }
    if (tensor instanceof HostTensor host) {
      checkHostTensor(call, argument, host);
    }
  }

  /** Places are made only for messages, since this is asked of every argument. */
  void requireTaken(DataType type, Supplier<ErrorDetail.Builder> place) {
    if (!limits.elementTypes().contains(type)) {
      throw rejected(
          place.get(),
          "the device does not take " + type + " elements",
          "use one of " + limits.elementTypes());
    }
  }

  void requireAllocatable(long byteCount, Supplier<ErrorDetail.Builder> place) {
    if (byteCount > limits.largestAllocationBytes()) {
      throw rejected(
          place.get(),
          "the device allocates at most " + limits.largestAllocationBytes() + " bytes at once",
          "split the tensor");
    }
  }

  private static void checkHostArgument(
      PreparedCall call, TransferPlan.Argument argument, Tensor tensor) {
    if (tensor instanceof DeviceTensor) {
      throw rejected(
          call.loaded().place(argument),
          "the artifact reads this argument on the host, but it is a device tensor",
          "pass it as a host tensor");
    }
    HostTensor host = PreparedCall.hostSide(tensor);
    if (host != null && CopyPieces.count(host) > 1) {
      throw rejected(
          call.loaded().place(argument),
          "the artifact reads this argument on the host, where it must be one piece of memory",
          "pass a tensor of at most " + CopyPieces.HEAP_PIECE_BYTES + " bytes");
    }
  }

  private void checkHostTensor(
      PreparedCall call, TransferPlan.Argument argument, HostTensor tensor) {
    if (argument.download() && !tensor.isWritable()) {
      String memory = "but it is " + tensor.memory().description();
      if (argument.direction() == ArgDirection.IN) {
        throw rejected(
            call.loaded().place(argument),
            "mode "
                + TransferMode.COPY_ALL
                + " copies it back, which needs writable memory, "
                + memory,
            "use mode " + TransferMode.GATED + ", or writable memory");
      }
      throw rejected(
          call.loaded().place(argument),
          argument.direction() + " needs writable host memory, " + memory,
          "declare it IN if the callable only reads it, or use writable memory");
    }
  }

  private void checkDeviceTensor(
      PreparedCall call, TransferPlan.Argument argument, DeviceTensor tensor) {
    AllocatedTensor own = requireUsable(tensor, () -> call.loaded().place(argument));
    if (argument.direction().isRead()) {
      requireDefined(own.firstUndefined(), () -> call.loaded().place(argument));
    }
  }

  /** Returns a device tensor as one of this runtime, open. */
  AllocatedTensor requireUsable(DeviceTensor tensor, Supplier<ErrorDetail.Builder> place) {
    if (!(tensor instanceof AllocatedTensor own) || !own.isOwnedBy(tensors)) {
      throw rejected(
          place.get(),
          "a device tensor of another runtime (" + tensor.device() + ") cannot be used here",
          "download it there and upload it here");
    }
    if (!own.isOpen()) {
      throw rejected(place.get(), own + " is closed", "allocate a new one");
    }
    return own;
  }

  static void requireDefined(Optional<ByteRange> undefined, Supplier<ErrorDetail.Builder> place) {
    if (undefined.isPresent()) {
      throw rejected(
          place.get(),
          undefined.get()
              + " of its allocation are undefined, because a call that writes them failed",
          "overwrite them, or call assumeValid() if they are known to be whole");
    }
  }

  private void checkOverlap(PreparedCall call) {
    Optional<HostOverlap> found = HostOverlap.find(call.plan(), call.arguments().tensors());
    if (found.isPresent()) {
      HostOverlap overlap = found.get();
      throw rejected(
          call.loaded().place(overlap.second()),
          overlap.shared()
              + " are also bytes of "
              + overlap.first().ref()
              + " ("
              + overlap.first().direction()
              + "), and "
              + (overlap.second().direction().isWritten()
                  ? "this argument (" + overlap.second().direction() + ")"
                  : "that one")
              + " is written",
          "pass disjoint memory, or work in place with one INOUT argument");
    }
  }

  private static RejectedCallException rejected(
      ErrorDetail.Builder place, String problem, String remedy) {
    return new RejectedCallException(place.remedy(remedy).build(), problem);
  }
}
