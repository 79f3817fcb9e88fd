package dev.sluice.core.run;

import dev.sluice.RunReport;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.AllocatedTensor;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.core.replica.ManagedHandle;
import dev.sluice.spi.DeviceFailure;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What runs say, under the logger {@code dev.sluice.run}: INFO one line a run, DEBUG one line an
 * argument and one for each tensor that was copied to the host. Formats nothing that is not logged.
 */
final class RunLog {

  private static final Logger LOG = LoggerFactory.getLogger("dev.sluice.run");

  private final MeteredDevice device;

  RunLog(MeteredDevice device) {
    this.device = device;
  }

  /** Says of each argument what is done with it and where it is on the device. */
  void arguments(RunSlot slot, PreparedCall call) {
    if (LOG.isDebugEnabled()) {
      say(() -> sayArguments(slot, call));
    }
  }

  private void sayArguments(RunSlot slot, PreparedCall call) {
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      LOG.debug(
          "{} on {}: {} ({}), {} bytes at {}: {}, {}; {}",
          call.plan().callable(),
          device.name(),
          argument.ref(),
          argument.direction(),
          argument.byteCount(),
          address(slot, call, argument),
          argument.upload() ? "uploaded" : argument.fill() ? "zero-filled" : "not uploaded",
          argument.download() ? "to be downloaded" : "not downloaded",
          argument.reason().sentence());
    }
  }

  /** Returns where an argument is on the device; a device that cannot tell fails no run. */
  private String address(RunSlot slot, PreparedCall call, TransferPlan.Argument argument) {
    int index = argument.index();
    try {
      if (argument.byteCount() > 0 && call.tensor(index) instanceof AllocatedTensor onDevice) {
        return hex(device.address(onDevice.handle()) + onDevice.offsetBytes());
      }
      if (call.tensor(index) instanceof ManagedHandle managed && managed.isOnDevice()) {
        return hex(device.address(managed.replica().handle()));
      }
      return argument.isStaged()
          ? stagedAddress(slot, call.layout(device.limits().largestAllocationBytes()), index)
          : hex(0);
    } catch (DeviceFailure failure) {
      return "an address that the device did not tell (" + failure.problem() + ")";
    }
  }

  private String stagedAddress(RunSlot slot, StagingLayout layout, int index) {
    return hex(device.address(slot.staging().handle(layout, index)) + layout.offset(index));
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  /**
   * Says that a tensor was copied to the host, in the form that users of the native runtime look
   * for.
   */
  void downloaded(TransferPlan.Argument argument) {
    if (LOG.isDebugEnabled()) { // boxes nothing that is not logged
      say(
          () ->
              LOG.debug(
                  "Tensor {}: {} bytes copied to host", argument.index(), argument.byteCount()));
    }
  }

  void finished(RunReport report) {
    if (LOG.isInfoEnabled()) {
      say(() -> LOG.info("{}", report));
    }
  }

  /**
   * Warns, once for each callable, of arguments that are copied both ways for want of a direction.
   */
  void undeclared(PreparedCall call) {
    List<TransferPlan.Argument> undeclared = call.undeclared();
    if (!undeclared.isEmpty() && call.loaded().reportUndeclaredOnce()) {
      say(() -> sayUndeclared(call, undeclared));
    }
  }

  private void sayUndeclared(PreparedCall call, List<TransferPlan.Argument> undeclared) {
    LOG.warn(
        "callable '{}' on {}: no direction is declared for {}; copied both ways to be safe; declare"
            + " IN, OUT or INOUT",
        call.plan().callable(),
        device.name(),
        undeclared.stream()
            .map(argument -> argument.ref().toString())
            .collect(Collectors.joining(", ")));
  }

  /** Logs; an application's appender that breaks is no reason for a run to fail half-way. */
  private static void say(Runnable line) {
    try {
      line.run();
    } catch (RuntimeException broken) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, broken);
    }
  }
}
