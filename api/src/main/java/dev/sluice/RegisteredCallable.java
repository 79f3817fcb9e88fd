package dev.sluice;

import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.LaunchException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;

/**
 * A callable that a runtime's device has loaded. Registering equal content again gives another
 * handle on the same registration; the device unloads it when the last one is closed, or when the
 * runtime closes. Thread-safe.
 */
public interface RegisteredCallable extends AutoCloseable {

  /** Returns what was registered. */
  DeviceCallable callable();

  /**
   * Runs the callable and returns once its results are in host memory.
   *
   * @throws RejectedCallException if the arguments are refused; nothing was touched
   * @throws DeviceMemoryException if staging memory cannot be had; no host byte changed
   * @throws TransferException if a copy failed; no host byte changed, unless it was a download
   * @throws LaunchException if the kernel failed; no host byte changed
   * @throws DeviceLostException if the device is lost
   * @throws ClosedRuntimeException if the runtime or this handle is closed
   */
  RunReport run(TaskArgs args);

  /**
   * Prepares a call that is made many times. Its plan is made now and kept while element types,
   * shapes and placements stay the same.
   *
   * @throws RejectedCallException if the arguments are refused
   * @throws ClosedRuntimeException if the runtime or this handle is closed
   */
  BoundCall bind(TaskArgs args);

  /**
   * Returns what a run with these arguments would move, without a device call.
   *
   * @throws RejectedCallException if a run would be refused
   * @throws ClosedRuntimeException if the runtime or this handle is closed
   */
  TransferPlan explain(TaskArgs args);

  /** Lets go of the registration; does nothing the second time. */
  @Override
  void close();
}
