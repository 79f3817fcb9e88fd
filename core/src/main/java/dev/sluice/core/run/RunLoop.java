package dev.sluice.core.run;

import dev.sluice.ModelledTimes;
import dev.sluice.RunReport;
import dev.sluice.RunTimes;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.core.run.RunSlot.Step;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.ModelledClock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of a run: the one loop in which bytes move. The plan says which; a rule about that
 * belongs to {@code TransferPolicy}, not here. Guarded by the runtime's turn.
 */
final class RunLoop {

  private final MeteredDevice device;
  private final ReplicaTable replicas;
  private final CallValidation validation;
  private final Transfers transfers;
  private final Launches launches;
  private final Failures failures;
  private final RunLog log;

  RunLoop(
      MeteredDevice device,
      ReplicaTable replicas,
      CallValidation validation,
      Transfers transfers,
      Launches launches,
      Failures failures,
      RunLog log) {
    this.device = device;
    this.replicas = replicas;
    this.validation = validation;
    this.transfers = transfers;
    this.launches = launches;
    this.failures = failures;
    this.log = log;
  }

  /**
   * Carries out a call.
   *
   * @param planning asks {@code TransferPolicy} for the plan, or gives the one of a bound call
   */
  RunReport run(RunSlot slot, Supplier<PreparedCall> planning) {
    slot.begin();
    PreparedCall call = planning.get();
    validation.check(call); // the last line that may refuse
    log.undeclared(call);
    slot.end(Step.PLAN);
    stage(slot, call);
    slot.end(Step.STAGE);
    transfers.upload(slot, call);
    log.arguments(slot, call);
    slot.end(Step.UPLOAD);
    launches.launchAndWait(slot, call);
    slot.end(Step.LAUNCH);
    transfers.download(slot, call);
    slot.end(Step.DOWNLOAD);
    RunReport report = report(slot, call.plan());
    log.finished(report);
    return report;
  }

  private void stage(RunSlot slot, PreparedCall call) {
    try {
      slot.staging().reserve(call.layout(device.limits().largestAllocationBytes()));
      slot.reserveBounce(call.bounceBuffers());
      for (int i = 0; i < call.uses().count(); i++) {
        replicas.reserve(call.uses().replica(i));
      }
    } catch (DeviceFailure failure) {
      throw failures.allocating(failure, call.loaded().place());
    }
  }

  private RunReport report(RunSlot slot, TransferPlan plan) {
    // Staging stays with the slot, so there is nothing to give back: no device call, no failure.
    slot.end(Step.RELEASE);
    return new RunReport(
        device.name(),
        plan,
        slot.counts(),
        slot.argumentCounts(),
        plan.delegatedBytes(),
        slot.hostCopiedBytes(),
        new RunTimes(
            slot.nanos(Step.PLAN),
            slot.nanos(Step.STAGE),
            slot.nanos(Step.UPLOAD),
            slot.nanos(Step.LAUNCH),
            slot.nanos(Step.DOWNLOAD),
            slot.nanos(Step.RELEASE),
            slot.wallNanos(),
            slot.deviceWallNanos()),
        modelled(slot));
  }

  private static @Nullable ModelledTimes modelled(RunSlot slot) {
    ModelledClock clock = slot.clock();
    return clock == null
        ? null
        : new ModelledTimes(
            clock.elapsedNanos() - slot.modelledBefore(),
            clock.deviceNanos() - slot.modelledDeviceBefore());
  }
}
