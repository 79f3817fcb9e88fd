package dev.sluice.sim.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.sim.memory.SimMemory;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What one launch of a kernel sees, until it ends. Usable from the kernel's threads. */
final class KernelRun implements KernelArguments {

  private final LaunchRequest request;
  private final SimMemory memory;
  private final KernelWorkers workers;
  private final @Nullable GuardedView[] views;
  private final AtomicReference<@Nullable AccessViolation> violation = new AtomicReference<>();

  /** Plain on purpose: it catches views that are kept, and must not slow every element down. */
  private boolean ended;

  KernelRun(LaunchRequest request, SimMemory memory, KernelWorkers workers) {
    this.request = request;
    this.memory = memory;
    this.workers = workers;
    this.views = new GuardedView[request.arguments().size()];
  }

  @Override
  public int tensorCount() {
    return request.arguments().size();
  }

  @Override
  public TensorView tensor(int index) {
    requireLive();
    if (index < 0 || index >= tensorCount()) {
      throw rejected(
          "the kernel asked for tensor " + index + " of a call that has " + tensorCount());
    }
    return view(index);
  }

  @Override
  public TensorView tensor(String name) {
    List<LaunchArgument> arguments = request.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      if (name.equals(arguments.get(i).name())) {
        return tensor(i);
      }
    }
    throw rejected(
        "the kernel asked for tensor '"
            + name
            + "' of a call that has "
            + arguments.stream().map(LaunchArgument::name).toList());
  }

  @Override
  public int scalarCount() {
    return request.scalarCount();
  }

  @Override
  public long scalarBits(int index) {
    requireLive();
    if (index < 0 || index >= scalarCount()) {
      throw rejected(
          "the kernel asked for scalar " + index + " of a call that has " + scalarCount());
    }
    return request.scalarBits(index);
  }

  @Override
  public void parallel(int count, IntConsumer body) {
    requireLive();
    workers.run(count, body);
  }

  /** Ends the launch: views that a kernel kept are of no further use. */
  void end() {
    ended = true;
  }

  /**
   * Remembers the first violation, so that a kernel cannot swallow it, and returns what to throw.
   */
  AccessViolation violated(AccessViolation found) {
    violation.compareAndSet(null, found);
    return found;
  }

  /** Returns the first violation, or null. */
  @Nullable AccessViolation violation() {
    return violation.get();
  }

  void requireLive() {
    if (ended) {
      throw rejected("a kernel's arguments were used after the kernel returned");
    }
  }

  private synchronized GuardedView view(int index) {
    GuardedView view = views[index];
    if (view == null) {
      LaunchArgument argument = request.arguments().get(index);
      ElementLayout layout = new ElementLayout(argument);
      view = new GuardedView(this, index, argument, layout, elements(argument));
      views[index] = view;
    }
    return view;
  }

  private HostTensor elements(LaunchArgument argument) {
    Shape row = Shape.of(ElementLayout.extent(argument));
    ByteBuffer onHost = argument.hostMemory();
    if (onHost != null) {
      // slice() is big-endian whatever the buffer was; tensor bytes are little-endian
      return HostTensor.wrap(
          onHost.slice().order(ByteOrder.LITTLE_ENDIAN), argument.dataType(), row);
    }
    if (argument.handle() == LaunchArgument.NO_HANDLE) {
      return HostTensor.allocate(argument.dataType(), row);
    }
    long bytes = row.byteCount(argument.dataType());
    DirectMemory block = memory.range(argument.handle(), argument.offsetBytes(), bytes);
    return HostTensor.in(block, argument.offsetBytes(), argument.dataType(), row);
  }

  private static RejectedCallException rejected(String problem) {
    return new RejectedCallException(ErrorDetail.none(), problem);
  }
}
