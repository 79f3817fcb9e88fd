package dev.sluice.core.run;

import dev.sluice.BoundCall;
import dev.sluice.DeviceCallable;
import dev.sluice.RegisteredCallable;
import dev.sluice.RunReport;
import dev.sluice.TaskArgs;
import dev.sluice.TransferPlan;
import dev.sluice.error.ClosedRuntimeException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** One holder of a loaded callable. Thread-safe. */
final class CallHandle implements RegisteredCallable {

  private final ContextRuntime runtime;
  private final LoadedCallable loaded;
  private final AtomicBoolean open = new AtomicBoolean(true);

  CallHandle(ContextRuntime runtime, LoadedCallable loaded) {
    this.runtime = runtime;
    this.loaded = loaded;
  }

  @Override
  public DeviceCallable callable() {
    return loaded.callable();
  }

  @Override
  public RunReport run(TaskArgs args) {
    Objects.requireNonNull(args, "args");
    return runtime.run(runtime.uses(loaded.callable(), args), () -> prepare(args));
  }

  @Override
  public BoundCall bind(TaskArgs args) {
    Objects.requireNonNull(args, "args");
    return runtime.whenItsTurn(() -> new Binding(validated(args)));
  }

  @Override
  public TransferPlan explain(TaskArgs args) {
    Objects.requireNonNull(args, "args");
    return runtime.whenItsTurn(() -> validated(args).plan());
  }

  @Override
  public void close() {
    runtime.release(loaded, () -> open.compareAndSet(true, false));
  }

  private PreparedCall validated(TaskArgs args) {
    PreparedCall call = prepare(args);
    runtime.validate(call);
    return call;
  }

  private PreparedCall prepare(TaskArgs args) {
    requireOpen();
    return PreparedCall.plan(loaded, runtime.match(loaded.callable(), args), runtime.policy());
  }

  private void requireOpen() {
    if (!open.get()) {
      throw new ClosedRuntimeException(
          loaded.place().remedy("register the callable again").build(),
          "this registration is closed");
    }
  }

  /**
   * A call whose plan is kept. Changed within the runtime's turn; the plan is read by any thread.
   */
  private final class Binding implements BoundCall {

    private volatile PreparedCall current;

    Binding(PreparedCall first) {
      this.current = first;
    }

    @Override
    public TransferPlan plan() {
      return current.planNow(runtime.policy());
    }

    @Override
    public RunReport run() {
      PreparedCall call = current;
      return runtime.run(call.uses(), () -> kept(call));
    }

    @Override
    public RunReport run(TaskArgs args) {
      Objects.requireNonNull(args, "args");
      return runtime.run(runtime.uses(loaded.callable(), args), () -> rebound(args));
    }

    /** Returns the call whose replicas are held, whatever was bound since. */
    private PreparedCall kept(PreparedCall call) {
      requireOpen();
      call.replan(runtime.policy());
      return call;
    }

    private PreparedCall rebound(TaskArgs args) {
      PreparedCall next = prepare(args);
      runtime.validate(next); // refused arguments leave the last binding as it was
      current = next;
      return next;
    }
  }
}
