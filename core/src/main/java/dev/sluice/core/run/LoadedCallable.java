package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.Signature;
import dev.sluice.TransferPlan;
import dev.sluice.error.ErrorDetail;
import dev.sluice.spi.CallableRegistration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A callable on the device, or one described to plan with, and how many handles share it. Guarded
 * by the runtime's turn.
 */
final class LoadedCallable {

  private final DeviceCallable callable;
  private final Set<String> hostArguments;
  private final String device;
  private final long deviceHandle;
  private int holders;
  private boolean undeclaredReported;
  private @Nullable PlannedCall lastPlanned;

  /**
   * Makes a callable without holders.
   *
   * @param hostArguments what the artifact asked to have in host memory when it was loaded
   */
  LoadedCallable(
      DeviceCallable callable, Set<String> hostArguments, String device, long deviceHandle) {
    this.callable = callable;
    this.hostArguments = hostArguments;
    this.device = device;
    this.deviceHandle = deviceHandle;
  }

  /** Returns what the platform is told: access rights, not directions. */
  static CallableRegistration registration(DeviceCallable callable, CallableArtifact artifact) {
    Signature signature = callable.signature();
    List<CallableRegistration.Tensor> tensors =
        signature.tensors().stream()
            .map(
                declared ->
                    new CallableRegistration.Tensor(
                        declared.name(),
                        declared.direction().isRead(),
                        declared.direction().isWritten()))
            .toList();
    List<CallableRegistration.Scalar> scalars =
        signature.scalars().stream()
            .map(declared -> new CallableRegistration.Scalar(declared.name(), declared.type()))
            .toList();
    return new CallableRegistration(
        callable.name(), artifact, tensors, scalars, signature.isOpen());
  }

  DeviceCallable callable() {
    return callable;
  }

  Set<String> hostArguments() {
    return hostArguments;
  }

  ArgDirection direction(int argumentIndex) {
    return callable.signature().direction(argumentIndex);
  }

  long deviceHandle() {
    return deviceHandle;
  }

  void addHolder() {
    holders++;
  }

  /** Returns whether the last holder has let go. */
  boolean removeHolder() {
    return --holders == 0;
  }

  /** Returns whether this is the first time that undeclared arguments are to be reported. */
  boolean reportUndeclaredOnce() {
    boolean first = !undeclaredReported;
    undeclaredReported = true;
    return first;
  }

  /** Returns the plan of the last call, or null. */
  @Nullable PlannedCall lastPlanned() {
    return lastPlanned;
  }

  void keepPlanned(PlannedCall planned) {
    this.lastPlanned = planned;
  }

  ErrorDetail.Builder place() {
    return ErrorDetail.builder().callable(callable.name()).device(device);
  }

  ErrorDetail.Builder place(TransferPlan.Argument argument) {
    return place().argument(argument.ref()).byteCount(argument.byteCount());
  }
}
