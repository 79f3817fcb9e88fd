package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.Signature;
import dev.sluice.TransferPlan;
import dev.sluice.error.ErrorDetail;
import dev.sluice.spi.CallableRegistration;
import java.util.List;

/** A callable on the device, and how many handles share it. Guarded by the runtime's turn. */
final class LoadedCallable {

  private final DeviceCallable callable;
  private final CallableArtifact artifact;
  private final String device;
  private final long deviceHandle;
  private int holders;
  private boolean undeclaredReported;

  LoadedCallable(
      DeviceCallable callable, CallableArtifact artifact, String device, long deviceHandle) {
    this.callable = callable;
    this.artifact = artifact;
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
    return new CallableRegistration(
        callable.name(), artifact, tensors, signature.scalars().size(), signature.isOpen());
  }

  DeviceCallable callable() {
    return callable;
  }

  CallableArtifact artifact() {
    return artifact;
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

  ErrorDetail.Builder place() {
    return ErrorDetail.builder().callable(callable.name()).device(device);
  }

  ErrorDetail.Builder place(TransferPlan.Argument argument) {
    return place().argument(argument.ref()).byteCount(argument.byteCount());
  }
}
