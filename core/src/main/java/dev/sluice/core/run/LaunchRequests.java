package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceLimits;
import dev.sluice.Placement;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.AllocatedTensor;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.core.replica.ManagedHandle;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;

/**
 * Says to the platform what to launch: where each argument is and what the callable may do with it.
 * Guarded by the runtime's turn.
 */
final class LaunchRequests {

  private final DeviceLimits limits;
  private final ReplicaTable replicas;

  LaunchRequests(DeviceLimits limits, ReplicaTable replicas) {
    this.limits = limits;
    this.replicas = replicas;
  }

  /** Returns the request of a call, made anew only where memory has moved. */
  LaunchRequest of(RunSlot slot, PreparedCall call) {
    // Both only grow, so that their sum is the same only where both are.
    long version = slot.staging().version() + (call.hasManagedTensors() ? replicas.version() : 0);
    LaunchRequest kept = call.request(version);
    if (kept != null) {
      return kept;
    }
    boolean keep = true;
    LaunchArgument[] arguments = new LaunchArgument[call.plan().arguments().size()];
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      arguments[argument.index()] = argument(slot, call, argument);
      keep &=
          argument.placement() != Placement.DELEGATED; // its bytes may change before the next run
    }
    LaunchRequest made =
        new LaunchRequest(
            call.loaded().deviceHandle(), List.of(arguments), call.arguments().scalars());
    if (keep) {
      call.keep(made, version);
    }
    return made;
  }

  private LaunchArgument argument(RunSlot slot, PreparedCall call, TransferPlan.Argument planned) {
    int index = planned.index();
    ArgDirection direction = planned.direction();
    Tensor tensor = call.tensor(index);
    LaunchArgument.Builder argument =
        LaunchArgument.builder(planned.name(), tensor.dataType(), tensor.shape())
            .access(direction.isRead(), direction.isWritten());
    if (tensor instanceof AllocatedTensor onDevice) {
      argument.memory(onDevice.handle(), onDevice.offsetBytes()).strides(onDevice.strides());
    } else if (planned.placement() == Placement.DELEGATED) {
      argument.hostMemory(
          controlBytes(slot, Objects.requireNonNull(PreparedCall.hostSide(tensor))));
    } else if (tensor instanceof ManagedHandle managed) {
      argument.memory(managed.replica().handle(), 0);
    } else if (planned.isStaged()) {
      StagingLayout layout = call.layout(limits.largestAllocationBytes());
      argument
          .slice(slot.staging().handle(layout, index), layout.offset(index))
          .transientContents(!planned.upload() && !planned.fill());
    }
    return argument.build();
  }

  private static ByteBuffer controlBytes(RunSlot slot, HostTensor tensor) {
    int length = (int) tensor.byteCount();
    if (tensor.memory() instanceof DirectMemory direct && length > 0) {
      return direct.range(tensor.offsetBytes(), length);
    }
    // The platform may still read it while the next control tensor is copied, so not the bounce
    // buffer.
    ByteBuffer copy = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
    tensor.readBytes(0, copy);
    slot.countHostCopy(length);
    return copy.flip();
  }
}
