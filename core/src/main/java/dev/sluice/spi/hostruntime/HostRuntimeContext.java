package dev.sluice.spi.hostruntime;

import dev.sluice.DeviceLimits;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceMemoryUse;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.hostruntime.AllocationTable.Allocation;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One device, opened through the native host runtime. What would crash that is refused here.
 * Confined to the context's thread, but for limits, description and {@link DeviceMemoryUse}.
 */
final class HostRuntimeContext implements DeviceContext, DeviceMemoryUse {

  /** The host runtime has no call that fills, so zeros and other bytes are copied from here. */
  private static final int FILL_BYTES = 1 << 20;

  private final HostRuntimeCalls calls;
  private final long pointer;
  private final String device;
  private final HostRuntimeFamily family;
  private final HostRuntimeOptions options;
  private final DeviceLimits limits;
  private final @Nullable SimulatorTurn simulator;
  private final AllocationTable allocations = new AllocationTable();
  private final FlatArguments arguments = new FlatArguments(allocations);
  private final CallableIds callables = new CallableIds();
  private final Map<Integer, ByteBuffer> untested = new HashMap<>();
  private @Nullable ByteBuffer fill;
  private boolean givenUp;
  private volatile long bytesInUse;

  /** Takes over an opened context. */
  HostRuntimeContext(
      HostRuntimeCalls calls,
      long pointer,
      String device,
      HostRuntimeFamily family,
      HostRuntimeOptions options,
      @Nullable SimulatorTurn simulator) {
    this.calls = calls;
    this.pointer = pointer;
    this.device = device;
    this.family = family;
    this.options = options;
    this.simulator = simulator;
    this.limits = DeviceLimits.builder().elementTypes(family.elementTypes()).build();
    refreshUse();
  }

  @Override
  public DeviceLimits limits() {
    return limits;
  }

  @Override
  public CopyCosts copyCosts() {
    return family.copyCosts();
  }

  @Override
  public String description() {
    return family.title()
        + ", host runtime "
        + options.runtime().text()
        + (simulator == null ? "" : ", simulated by the host runtime");
  }

  @Override
  public long bytesInUse() {
    return bytesInUse;
  }

  private void refreshUse() {
    bytesInUse = calls.committedBytes(pointer);
  }

  @Override
  public long allocate(long bytes) {
    if (bytes < 1) {
      throw DeviceFailure.refused("an allocation of " + bytes + " bytes", "ask for at least 1");
    }
    long address = checked(() -> calls.allocate(pointer, bytes));
    if (address == 0) {
      throw DeviceFailure.outOfMemory("the device has no room for " + bytes + " bytes");
    }
    refreshUse();
    return allocations.add(address, bytes);
  }

  @Override
  public void free(long handle) {
    Allocation allocation = allocations.remove(handle);
    calls.free(pointer, allocation.address());
    refreshUse();
  }

  @Override
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    int length = source.remaining();
    long address = allocations.address(handle, offset, length);
    checked(() -> calls.copyToDevice(pointer, address, source, source.position(), length));
  }

  @Override
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    int length = target.remaining();
    long address = allocations.address(handle, offset, length);
    checked(() -> calls.copyToHost(pointer, address, target, target.position(), length));
  }

  @Override
  public void fill(long handle, long offset, long length, byte value) {
    long address = allocations.address(handle, offset, length);
    ByteBuffer block = filled((int) Math.min(length, FILL_BYTES), value);
    for (long done = 0; done < length; done += FILL_BYTES) {
      long at = address + done;
      int bytes = (int) Math.min(FILL_BYTES, length - done);
      checked(() -> calls.copyToDevice(pointer, at, block, 0, bytes));
    }
  }

  private ByteBuffer filled(int length, byte value) {
    if (fill == null || fill.capacity() < length) {
      fill = ByteBuffer.allocateDirect(length);
    }
    for (int i = 0; i < length; i++) {
      fill.put(i, value);
    }
    return fill;
  }

  @Override
  public long deviceAddress(long handle) {
    return allocations.get(handle).address();
  }

  @Override
  public long register(CallableRegistration registration) {
    if (!(registration.artifact() instanceof NativeArtifact artifact)) {
      throw DeviceFailure.refused(
          "the platform "
              + family.name()
              + " runs compiled objects, not a "
              + registration.artifact().getClass().getName(),
          "give it a dev.sluice.kernel.NativeArtifact");
    }
    requireClosed(registration);
    ByteBuffer flat = FlatCallable.of(registration, artifact, simulator != null);
    int id = callables.take(registration.tensors().size(), registration.scalars().size());
    try {
      checked(() -> calls.register(pointer, id, flat, flat.limit()));
    } catch (Throwable failure) {
      callables.giveBack(id);
      throw failure;
    }
    if (options.selfTest()) {
      untested.put(id, flat);
    }
    refreshUse();
    return id;
  }

  /** The host runtime crashes where an orchestration gets fewer arguments than it takes. */
  private void requireClosed(CallableRegistration registration) {
    if (registration.open()) {
      throw DeviceFailure.refused(
          "its signature does not say how many arguments it takes",
          "declare every tensor and scalar; a direction that is not known can be UNKNOWN");
    }
    if (registration.tensors().size() > limits.maxTensors()
        || registration.scalars().size() > limits.maxScalars()) {
      throw DeviceFailure.refused(
          "its signature has "
              + registration.tensors().size()
              + " tensors and "
              + registration.scalars().size()
              + " scalars",
          "declare at most " + limits.maxTensors() + " and " + limits.maxScalars());
    }
  }

  @Override
  public void unregister(long callable) {
    int id = callables.require(callable);
    checked(() -> calls.unregister(pointer, id));
    callables.giveBack(id);
    untested.remove(id);
    refreshUse();
  }

  @Override
  public Launch launch(LaunchRequest request) {
    int id = callables.requireFor(request);
    ByteBuffer flat = arguments.of(request);
    if (simulator != null) {
      simulator.take(device);
    }
    try {
      test(id, flat); // it prepares runs, so it needs its turn too
      calls.launch(pointer, id, flat, flat.limit(), 0);
    } catch (NativeFailure failure) {
      giveTurnBack();
      throw notLaunched(failure);
    } catch (Throwable failure) {
      giveTurnBack();
      throw failure;
    }
    return new HostRuntimeLaunch(this);
  }

  /** Checks the layouts of the host runtime with a callable and its arguments; runs nothing. */
  private void test(int id, ByteBuffer flat) {
    ByteBuffer callable = untested.remove(id);
    if (callable != null) {
      int free = callables.take(0, 0);
      try {
        checked(() -> calls.probe(pointer, free, callable, callable.limit(), flat, flat.limit()));
      } finally {
        callables.giveBack(free);
      }
    }
  }

  private DeviceFailure notLaunched(NativeFailure failure) {
    boolean readsOnHost = options.runtime() == HostRuntimeOptions.GraphRuntime.HOST_BUILD_GRAPH;
    return failure.isIn("launch") && failure.isCoded()
        ? FailureCodes.ofRun(failure.code())
        : FailureCodes.ofPreparation(failure, readsOnHost);
  }

  int poll() {
    return calls.poll(pointer);
  }

  int finish() {
    int code = calls.finish(pointer);
    giveTurnBack();
    refreshUse();
    return code;
  }

  /** Nobody waits any more for the run in progress. */
  void giveUp() {
    givenUp = true;
    if (simulator != null) {
      simulator.giveUp();
    }
  }

  private void giveTurnBack() {
    if (simulator != null) {
      simulator.giveBack();
    }
  }

  @Override
  public void close() {
    bytesInUse = 0;
    checked(() -> calls.close(pointer, givenUp));
  }

  private static void checked(Runnable call) {
    checked(
        () -> {
          call.run();
          return 0;
        });
  }

  private static long checked(LongSupplier call) {
    try {
      return call.getAsLong();
    } catch (NativeFailure failure) {
      throw failure.asDeviceFailure();
    }
  }
}
