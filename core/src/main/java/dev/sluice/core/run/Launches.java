package dev.sluice.core.run;

import dev.sluice.TransferPlan;
import dev.sluice.core.memory.AllocatedTensor;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.replica.ManagedHandle;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.error.ErrorDetail;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Launches and waits under the run time-out. Device tensors that a failed launch may have
 * half-written are marked undefined here, and what a launch did to managed tensors is recorded.
 * Guarded by the runtime's turn.
 */
final class Launches {

  private final MeteredDevice device;
  private final Failures failures;
  private final LaunchRequests requests;
  private final LaunchWait wait;

  Launches(MeteredDevice device, ReplicaTable replicas, Failures failures, Duration timeout) {
    this.device = device;
    this.failures = failures;
    this.requests = new LaunchRequests(device.limits(), replicas);
    this.wait = new LaunchWait(timeout);
  }

  void launchAndWait(RunSlot slot, PreparedCall call) {
    Outcome outcome = Outcome.NOT_STARTED;
    try {
      Launch launch = device.launch(requests.of(slot, call));
      outcome = Outcome.HALF_DONE;
      if (!completes(launch)) {
        throw givenUp(
            launch,
            "the launch did not complete within the run time-out of " + wait.timeout(),
            null);
      }
      slot.deviceWorked(device.finish(launch));
      outcome = Outcome.DONE;
    } catch (DeviceFailure failure) {
      if (failure.kind()
          != DeviceFailure.Kind.REFUSED) { // only a refusal promises that nothing began
        outcome = Outcome.HALF_DONE;
      }
      ErrorDetail.Builder place = call.loaded().place();
      List<TransferPlan.Argument> arguments = call.plan().arguments();
      failure.argument().stream()
          .filter(index -> index >= 0 && index < arguments.size()) // a platform may be wrong
          .forEach(index -> place.argument(arguments.get(index).ref()));
      throw failures.launching(failure, place);
    } finally {
      if (call.hasDeviceTensors() || call.hasManagedTensors()) {
        record(call, outcome);
      }
    }
  }

  private boolean completes(Launch launch) {
    try {
      return wait.until(launch);
    } catch (Throwable e) {
      throw givenUp(launch, "the platform threw " + e + " when asked whether it was done", e);
    }
  }

  private DeviceFailure givenUp(Launch launch, String problem, @Nullable Throwable cause) {
    DeviceFailure lost = DeviceFailure.lost(problem, cause);
    device.lose(lost);
    try {
      launch.abort();
    } catch (Throwable e) {
      lost.addSuppressed(e);
    }
    return lost;
  }

  /** What is known of the memory that a launch may write. */
  private enum Outcome {
    NOT_STARTED,
    HALF_DONE,
    DONE
  }

  private static void record(PreparedCall call, Outcome outcome) {
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      int index = argument.index();
      if (argument.byteCount() == 0 || !call.isWritten(index)) {
        continue;
      }
      if (call.tensor(index) instanceof AllocatedTensor tensor) {
        if (outcome == Outcome.HALF_DONE) {
          tensor.markUndefined();
        } else if (outcome == Outcome.DONE && call.isOverwritten(index)) {
          tensor.markDefined();
        }
      } else if (call.tensor(index) instanceof ManagedHandle managed) {
        if (outcome == Outcome.HALF_DONE) {
          managed.replica().goneFromDevice();
        } else if (outcome == Outcome.DONE) {
          managed.replica().writtenOnDevice();
        }
      }
    }
  }
}
