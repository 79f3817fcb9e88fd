package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.Placement;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.AllocatedTensor;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.Staging;
import dev.sluice.error.ErrorDetail;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Launches and waits under the run time-out. Device tensors that a failed launch may have
 * half-written are marked undefined here. Guarded by the runtime's turn.
 */
final class Launches {

  private final MeteredDevice device;
  private final Failures failures;
  private final LaunchWait wait;

  Launches(MeteredDevice device, Failures failures, Duration timeout) {
    this.device = device;
    this.failures = failures;
    this.wait = new LaunchWait(timeout);
  }

  void launchAndWait(RunSlot slot, PreparedCall call) {
    boolean succeeded = false;
    try {
      Launch launch = device.launch(request(slot, call));
      if (!completes(launch)) {
        throw givenUp(
            launch,
            "the launch did not complete within the run time-out of " + wait.timeout(),
            null);
      }
      slot.deviceWorked(device.finish(launch));
      succeeded = true;
    } catch (DeviceFailure failure) {
      ErrorDetail.Builder place = call.loaded().place();
      List<TransferPlan.Argument> arguments = call.plan().arguments();
      failure.argument().stream()
          .filter(index -> index >= 0 && index < arguments.size()) // a platform may be wrong
          .forEach(index -> place.argument(arguments.get(index).ref()));
      throw failures.launching(failure, place);
    } finally {
      if (call.hasDeviceTensors()) {
        record(call, succeeded);
      }
    }
  }

  private boolean completes(Launch launch) {
    try {
      return wait.until(launch);
    } catch (RuntimeException | LinkageError e) {
      throw givenUp(launch, "the platform threw " + e + " when asked whether it was done", e);
    }
  }

  private DeviceFailure givenUp(Launch launch, String problem, @Nullable Throwable cause) {
    DeviceFailure lost = DeviceFailure.lost(problem, cause);
    device.lose(lost);
    try {
      launch.abort();
    } catch (RuntimeException | LinkageError e) {
      lost.addSuppressed(e);
    }
    return lost;
  }

  private static void record(PreparedCall call, boolean succeeded) {
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      int index = argument.index();
      if (call.tensor(index) instanceof AllocatedTensor tensor && argument.byteCount() > 0) {
        if (!succeeded && call.isWritten(index)) {
          tensor.markUndefined();
        } else if (succeeded && call.isOverwritten(index)) {
          tensor.markDefined();
        }
      }
    }
  }

  /** Returns the request of a call, made anew only where memory has moved. */
  private static LaunchRequest request(RunSlot slot, PreparedCall call) {
    long version = slot.staging().version();
    LaunchRequest kept = call.request(version);
    if (kept != null) {
      return kept;
    }
    boolean keep = true;
    List<LaunchArgument> arguments = new ArrayList<>(call.plan().arguments().size());
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      arguments.add(argument(slot, call, argument));
      keep &=
          argument.placement() != Placement.DELEGATED; // its bytes may change before the next run
    }
    LaunchRequest made =
        new LaunchRequest(call.loaded().deviceHandle(), arguments, call.arguments().scalars());
    if (keep) {
      call.keep(made, version);
    }
    return made;
  }

  private static LaunchArgument argument(
      RunSlot slot, PreparedCall call, TransferPlan.Argument planned) {
    int index = planned.index();
    ArgDirection direction = planned.direction();
    Tensor tensor = call.tensor(index);
    LaunchArgument.Builder argument =
        LaunchArgument.builder(planned.name(), tensor.dataType(), tensor.shape())
            .access(direction.isRead(), direction.isWritten());
    if (tensor instanceof AllocatedTensor onDevice) {
      argument.memory(onDevice.handle(), onDevice.offsetBytes()).strides(onDevice.strides());
    } else if (planned.placement() == Placement.DELEGATED) {
      argument.hostMemory(controlBytes(slot, (HostTensor) tensor));
    } else if (planned.isStaged()) {
      Staging staging = slot.staging();
      argument
          .memory(staging.handle(index), staging.offset(index))
          .transientContents(!planned.upload() && !planned.fill());
    }
    return argument.build();
  }

  private static ByteBuffer controlBytes(RunSlot slot, HostTensor tensor) {
    int length = (int) tensor.byteCount();
    if (tensor.memory() instanceof DirectMemory direct && length > 0) {
      return direct.range(tensor.offsetBytes(), length);
    }
    ByteBuffer copy = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
    tensor.readBytes(0, copy);
    slot.countHostCopy(length);
    return copy.flip();
  }
}
