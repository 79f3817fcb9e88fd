package dev.sluice.sim.kernel;

import dev.sluice.ScalarType;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.KernelArguments;
import dev.sluice.kernel.TensorView;
import dev.sluice.sim.check.ArgumentUse;
import dev.sluice.sim.check.Checks;
import dev.sluice.sim.memory.SimMemory;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What one launch of a kernel sees, until it ends. Usable from the kernel's threads. */
final class KernelRun implements KernelArguments {

  private final CallableRegistration callable;
  private final LaunchRequest request;
  private final SimMemory memory;
  private final Checks checks;
  private final KernelWorkers workers;
  private final boolean onBuffers;
  private final @Nullable GuardedView[] views;
  private final AtomicReference<@Nullable AccessViolation> violation = new AtomicReference<>();

  /** What a kernel that runs again gets in place of its own buffers. */
  private @Nullable List<ByteBuffer> given;

  /** Volatile, so that a thread that outlives the kernel with a view of its own is stopped. */
  private volatile boolean ended;

  KernelRun(
      CallableRegistration callable,
      LaunchRequest request,
      SimMemory memory,
      Checks checks,
      KernelWorkers workers,
      boolean onBuffers) {
    this.callable = callable;
    this.request = request;
    this.memory = memory;
    this.checks = checks;
    this.onBuffers = onBuffers;
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
          "the kernel asked for tensor " + index + " of a call that has " + tensorCount(),
          "use a position of the signature");
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
            + arguments.stream().map(LaunchArgument::name).toList(),
        "use a declared name, or a position");
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
          "the kernel asked for scalar " + index + " of a call that has " + scalarCount(),
          "use a position of the signature");
    }
    return request.scalarBits(index);
  }

  @Override
  public int scalarIndex(String name) {
    List<CallableRegistration.Scalar> scalars = callable.scalars();
    for (int i = 0; i < scalars.size(); i++) {
      if (name.equals(scalars.get(i).name())) {
        return i;
      }
    }
    throw rejected(
        "the kernel asked for scalar '"
            + name
            + "' of a call that has "
            + scalars.stream().map(CallableRegistration.Scalar::name).toList(),
        "use a declared name, or a position");
  }

  @Override
  public int int32(int index) {
    return (int) scalar(index, ScalarType.INT32);
  }

  @Override
  public long int64(int index) {
    return scalar(index, ScalarType.INT64);
  }

  @Override
  public float float32(int index) {
    return Float.intBitsToFloat((int) scalar(index, ScalarType.FLOAT32));
  }

  @Override
  public double float64(int index) {
    return Double.longBitsToDouble(scalar(index, ScalarType.FLOAT64));
  }

  /** Returns the bits of a scalar, which hardware would read as any type and be wrong. */
  private long scalar(int index, ScalarType asked) {
    long bits = scalarBits(index);
    if (index < callable.scalars().size()) {
      ScalarType declared = callable.scalars().get(index).type();
      if (declared != asked && declared != ScalarType.BITS) {
        throw rejected(
            "the kernel read scalar " + index + " as " + asked + ", but it is declared " + declared,
            "read it as it is declared");
      }
    }
    return bits;
  }

  @Override
  public void parallel(int count, IntConsumer body) {
    requireLive();
    workers.run(count, body);
  }

  /** Returns the bytes of all tensors, with the rights that the kernel has. */
  List<ByteBuffer> buffers() {
    return given == null ? KernelBuffers.of(request, memory) : given;
  }

  /** Returns the bytes of a tensor, whatever the kernel may do with them. */
  ByteBuffer bytes(int index) {
    return KernelBuffers.bytes(index, request.arguments().get(index), memory);
  }

  /** Returns the same launch, for the kernel to run again on these buffers. */
  KernelRun again(List<ByteBuffer> buffers) {
    KernelRun again = again();
    again.given = buffers;
    return again;
  }

  /** Returns the same launch, for the kernel to run again. */
  KernelRun again() {
    return new KernelRun(callable, request, memory, checks, workers, onBuffers);
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

  String callable() {
    return callable.name();
  }

  LaunchRequest request() {
    return request;
  }

  /** Returns whether views see what the kernel writes; buffers beside them would go past them. */
  boolean seesWrites() {
    return checks.seeAccess() && !onBuffers;
  }

  Checks checks() {
    return checks;
  }

  void requireLive() {
    if (ended) {
      throw rejected(
          "a kernel's arguments were used after the kernel returned",
          "finish all threads before the kernel returns");
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

  /** Returns what the kernel wrote of an argument that is only written; null if nothing. */
  synchronized @Nullable WrittenElements written(int index) {
    GuardedView view = views[index];
    return view == null ? null : view.written();
  }

  /** Returns what the kernel did with each argument, or that this cannot be seen. */
  synchronized List<ArgumentUse> uses() {
    return Arrays.stream(views)
        .map(
            view ->
                onBuffers
                    ? ArgumentUse.ANYTHING
                    : view == null ? new ArgumentUse(false, false, false) : view.use())
        .toList();
  }

  private HostTensor elements(LaunchArgument argument) {
    Shape row = Shape.of(ElementLayout.extent(argument));
    ByteBuffer onHost = argument.hostMemory();
    if (onHost != null) {
      // slice() is big-endian whatever the buffer was; tensor bytes are little-endian
      ByteBuffer bytes = argument.isWritable() ? onHost.slice() : onHost.asReadOnlyBuffer().slice();
      return HostTensor.wrap(bytes.order(ByteOrder.LITTLE_ENDIAN), argument.dataType(), row);
    }
    if (argument.handle() == LaunchArgument.NO_HANDLE) {
      return HostTensor.allocate(argument.dataType(), row);
    }
    long bytes = row.byteCount(argument.dataType());
    DirectMemory block = memory.range(argument.handle(), argument.offsetBytes(), bytes);
    return HostTensor.in(block, argument.offsetBytes(), argument.dataType(), row);
  }

  private static RejectedCallException rejected(String problem, String remedy) {
    return new RejectedCallException(ErrorDetail.remedy(remedy), problem);
  }
}
