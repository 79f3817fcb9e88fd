package dev.sluice.core.run;

import dev.sluice.AuditReport;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceInfo;
import dev.sluice.DeviceLimits;
import dev.sluice.DeviceRuntime;
import dev.sluice.LiveTensor;
import dev.sluice.OutputFill;
import dev.sluice.RegisteredCallable;
import dev.sluice.RunReport;
import dev.sluice.RuntimeTotals;
import dev.sluice.TaskArgs;
import dev.sluice.Transfer;
import dev.sluice.TransferGuard;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.core.audit.Audit;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.TensorTable;
import dev.sluice.core.memory.TryAll;
import dev.sluice.core.replica.AccessGate;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.core.replica.ReplicaUses;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.TransferPolicy;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A runtime on one opened device context. Thread-safe; every call waits for its turn. */
public final class ContextRuntime implements DeviceRuntime {

  private static final Logger LOG = LoggerFactory.getLogger(ContextRuntime.class);

  private final DeviceInfo info;
  private final RuntimeSettings settings;
  private final MeteredDevice device;
  private final Turn turn;
  private final TransferPolicy policy;
  private final ReplicaTable replicas;
  private final TensorTable tensors;
  private final CallableTable callables;
  private final CallValidation validation;
  private final RunSlot[] slots;
  private final RunLoop loop;
  private final TensorCopies copies;
  private final Guards guards = new Guards();
  private final Failures failures;
  private final RunTotals totals;
  private final Runnable onClose;

  /**
   * Takes over an opened context.
   *
   * @param contextThread where the context was opened, and where all its calls are made
   * @param onClose called once, when the device is closed
   */
  public ContextRuntime(
      DeviceInfo info,
      DeviceContext context,
      ContextThread contextThread,
      RuntimeSettings settings,
      Runnable onClose) {
    this.info = info;
    this.settings = settings;
    this.onClose = onClose;
    this.device = new MeteredDevice(info.name(), context);
    this.failures = new Failures(device);
    this.policy =
        settings.policy().on(context.copyCosts(), device.limits().largestAllocationBytes());
    this.replicas = new ReplicaTable(device, settings.trackAllocations());
    this.totals = new RunTotals(device, replicas);
    this.turn = new Turn(device, contextThread, failures);
    this.tensors = new TensorTable(device, replicas, settings.trackAllocations(), this::freeTensor);
    this.callables = new CallableTable(device, info.platform(), failures);
    RunLog log = new RunLog(device);
    this.slots = new RunSlot[] {new RunSlot(device, replicas)};
    this.validation =
        new CallValidation(
            device.limits(),
            tensors,
            new ManagedValidation(device.limits(), tensors, replicas, slots[0].staging()));
    this.loop =
        new RunLoop(
            device,
            replicas,
            validation,
            new Transfers(device, failures, log),
            new Launches(device, replicas, failures, settings.runTimeout()),
            failures,
            log);
    this.copies = new TensorCopies(device, tensors, validation, failures, slots[0]);
    ReplicaCopies replicaCopies =
        new ReplicaCopies(this, turn, guards, device, replicas, policy, failures, slots[0]);
    replicas.connect(replicaCopies, replicaCopies::writeBack);
  }

  @Override
  public DeviceInfo device() {
    return info;
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public TransferMode transferMode() {
    return settings.policy().mode();
  }

  @Override
  public OutputFill outputFill() {
    return settings.policy().outputFill();
  }

  @Override
  public Duration runTimeout() {
    return settings.runTimeout();
  }

  @Override
  public RuntimeTotals totals() {
    return totals.published();
  }

  @Override
  public List<LiveTensor> liveTensors() {
    return Stream.concat(tensors.live().stream(), replicas.live().stream())
        .sorted(Comparator.comparingLong(LiveTensor::generation))
        .toList();
  }

  @Override
  public <T> Optional<T> capability(Class<T> type) {
    return device.capability(type);
  }

  @Override
  public boolean isOpen() {
    return turn.isOpen();
  }

  @Override
  public RegisteredCallable register(DeviceCallable callable) {
    Objects.requireNonNull(callable, "callable");
    return whenItsTurn(() -> new CallHandle(this, callables.hold(callable)));
  }

  @Override
  public RunReport run(DeviceCallable callable, TaskArgs args) {
    Objects.requireNonNull(callable, "callable");
    Objects.requireNonNull(args, "args");
    Supplier<PreparedCall> accepted = allowed(() -> accepted(callable, args));
    return carryOut(uses(callable, args), () -> accepted.get().on(callables.holdForGood(callable)));
  }

  @Override
  public TransferPlan explain(DeviceCallable callable, TaskArgs args) {
    Objects.requireNonNull(callable, "callable");
    Objects.requireNonNull(args, "args");
    return whenItsTurn(() -> accepted(callable, args).plan());
  }

  /** Returns a call that a run would not refuse; the callable need not be loaded. */
  private PreparedCall accepted(DeviceCallable callable, TaskArgs args) {
    PreparedCall call =
        PreparedCall.plan(callables.described(callable), match(callable, args), policy());
    validate(call);
    return call;
  }

  @Override
  public AuditReport audit(DeviceCallable callable, TaskArgs args) {
    Objects.requireNonNull(callable, "callable");
    Objects.requireNonNull(args, "args");
    PreparedCall call = whenItsTurn(() -> accepted(callable, args));
    return Audit.of(this, callable, call.loaded().hostArguments(), call.arguments());
  }

  /**
   * Returns the replicas behind the managed tensors of a call, which are held before it is its
   * turn.
   */
  ReplicaUses uses(DeviceCallable callable, TaskArgs args) {
    boolean anyManaged =
        args.positionalTensors().stream().anyMatch(ManagedTensor.class::isInstance)
            || args.namedTensors().values().stream().anyMatch(ManagedTensor.class::isInstance);
    return anyManaged ? PreparedCall.uses(callable, match(callable, args)) : ReplicaUses.NONE;
  }

  /**
   * Runs a call that is planned when it is its turn.
   *
   * @param uses the replicas behind its managed tensors
   */
  RunReport run(ReplicaUses uses, Supplier<PreparedCall> planning) {
    return carryOut(uses, allowed(planning));
  }

  private RunReport carryOut(ReplicaUses uses, Supplier<PreparedCall> planning) {
    RunReport finished = uses.isEmpty() ? served(planning, null) : holding(uses, planning);
    settings.runListener().accept(finished);
    return finished;
  }

  /** The host is kept from the replicas before, during and after the turn; see AccessGate. */
  private RunReport holding(ReplicaUses uses, Supplier<PreparedCall> planning) {
    turn.requireOutsideOfRuns();
    AccessGate.Hold hold = replicas.gate().enter(uses, true);
    try {
      return served(planning, hold);
    } finally {
      replicas.gate().leave(hold);
    }
  }

  private RunReport served(Supplier<PreparedCall> planning, AccessGate.@Nullable Hold hold) {
    return whenItsTurn(
        () -> {
          if (hold != null) {
            replicas.gate().pin(hold); // in the turn only, so that those who wait pin nothing
          }
          try {
            RunReport report = loop.run(slots[0], planning);
            totals.succeeded(report);
            return report;
          } catch (RejectedCallException | ClosedRuntimeException e) {
            throw e; // no run at all
          } catch (Throwable e) {
            totals.failed();
            throw e;
          } finally {
            totals.hostCopied(slots[0].takeHostCopiedBytes());
            if (hold != null) {
              replicas.gate().unpin(hold);
            }
          }
        });
  }

  /** Adds to planning that what the calling thread is forbidden is refused. */
  private Supplier<PreparedCall> allowed(Supplier<PreparedCall> planning) {
    int[] forbidden = guards.ofCaller();
    return forbidden == null
        ? planning
        : () -> {
          PreparedCall call = planning.get();
          Guards.check(call, forbidden);
          return call;
        };
  }

  TransferPolicy policy() {
    return policy;
  }

  BoundArguments match(DeviceCallable callable, TaskArgs args) {
    return BoundArguments.of(callable, device.name(), args);
  }

  void validate(PreparedCall call) {
    validation.check(call);
  }

  /** Lets go of a callable, unless the holder says that it has done so before. */
  void release(LoadedCallable held, BooleanSupplier closeOnce) {
    turn.takeUnlessClosed(
        () -> {
          if (closeOnce.getAsBoolean()) {
            callables.release(held);
          }
        });
  }

  @Override
  public DeviceTensor allocate(DataType type, Shape shape) {
    return whenItsTurn(() -> copies.allocate(type, shape));
  }

  @Override
  public ManagedTensor manage(HostTensor contents) {
    return whenItsTurn(() -> copies.manage(contents, replicas));
  }

  @Override
  public ManagedTensor manage(DataType type, Shape shape) {
    return whenItsTurn(
        () -> {
          copies.requireAllocatable(type, shape); // before memory is taken for it
          return copies.manage(HostTensor.allocate(type, shape), replicas);
        });
  }

  @Override
  public TransferGuard forbid(Transfer... transfers) {
    return guards.forbid(Set.of(transfers));
  }

  @Override
  public DeviceTensor upload(HostTensor source) {
    guards.check(Transfer.UPLOAD, device.name());
    return memoryCall(() -> copies.upload(source));
  }

  @Override
  public HostTensor download(DeviceTensor source) {
    guards.check(Transfer.DOWNLOAD, device.name());
    return memoryCall(() -> copies.download(source));
  }

  @Override
  public void copyToDevice(HostTensor source, DeviceTensor target) {
    guards.check(Transfer.UPLOAD, device.name());
    memoryCall(() -> copies.copyToDevice(source, target));
  }

  @Override
  public void copyToHost(DeviceTensor source, HostTensor target) {
    guards.check(Transfer.DOWNLOAD, device.name());
    memoryCall(() -> copies.copyToHost(source, target));
  }

  @Override
  public void copyToDevice(ByteBuffer source, DeviceTensor target, ByteRange range) {
    guards.check(Transfer.UPLOAD, device.name());
    memoryCall(() -> copies.copyToDevice(source, target, range));
  }

  @Override
  public void copyToHost(DeviceTensor source, ByteRange range, ByteBuffer target) {
    guards.check(Transfer.DOWNLOAD, device.name());
    memoryCall(() -> copies.copyToHost(source, range, target));
  }

  @Override
  public void trim() {
    whenItsTurn(
        () -> {
          try {
            TryAll.each(List.of(slots), RunSlot::trim);
          } catch (DeviceFailure failure) {
            throw failures.freeing(failure, ErrorDetail.builder().device(info.name()));
          }
          return slots;
        });
  }

  void freeTensor(Runnable free) {
    turn.takeUnlessClosed(
        () -> {
          try {
            free.run();
          } catch (DeviceFailure failure) {
            throw failures.freeing(failure, ErrorDetail.builder().device(info.name()));
          } finally {
            totals.publish();
          }
        });
  }

  @Override
  public void close() {
    turn.takeLast(
        () -> {
          List<Runnable> steps =
              List.of(
                  this::reportLeaks,
                  replicas::dropAll,
                  tensors::freeAll,
                  () -> TryAll.each(List.of(slots), RunSlot::trim),
                  callables::releaseAll,
                  device::close);
          try {
            TryAll.each(steps, Runnable::run);
          } catch (DeviceFailure failure) {
            throw failures.closing(failure, ErrorDetail.builder().device(info.name()));
          } finally {
            totals.publish();
            onClose.run();
          }
        });
  }

  private void reportLeaks() {
    for (LiveTensor leaked : liveTensors()) {
      LOG.warn(
          "{}: {} is still open while its runtime closes",
          info.name(),
          TensorTable.describe(leaked),
          leaked.allocatedAt());
    }
  }

  /** Makes a memory call, and counts the bytes it copied on the host. */
  <T> T memoryCall(Supplier<T> work) {
    return whenItsTurn(
        () -> {
          try {
            return work.get();
          } finally {
            totals.hostCopied(slots[0].takeHostCopiedBytes());
          }
        });
  }

  /** Does something with the device when it is its turn, and makes the new totals known. */
  <T> T whenItsTurn(Supplier<T> work) {
    return turn.take(
        () -> {
          try {
            return work.get();
          } finally {
            totals.publish();
          }
        });
  }
}
