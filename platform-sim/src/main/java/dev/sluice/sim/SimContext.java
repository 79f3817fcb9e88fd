package dev.sluice.sim;

import dev.sluice.DeviceLimits;
import dev.sluice.kernel.JavaKernel;
import dev.sluice.sim.check.Checks;
import dev.sluice.sim.cost.VirtualClock;
import dev.sluice.sim.kernel.KernelDevice;
import dev.sluice.sim.ledger.Ledger;
import dev.sluice.sim.ledger.Operation;
import dev.sluice.sim.ledger.Operation.Kind;
import dev.sluice.sim.memory.FillPattern;
import dev.sluice.sim.memory.SimMemory;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.ModelledClock;
import dev.sluice.tensor.DirectMemory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One simulated device, opened. Device calls come from one thread at a time. */
final class SimContext implements DeviceContext, ModelledClock {

  private static final int FILL_BLOCK_BYTES = 1 << 16;

  private record Loaded(CallableRegistration registration, JavaKernel kernel) {

    String name() {
      return registration.name();
    }
  }

  private final SimOptions options;
  private final DeviceLimits limits;
  private final SimMemory memory;
  private final SimCounters counters = new SimCounters();
  private final Ledger ledger;
  private final VirtualClock clock;
  private final KernelDevice kernels;
  private final Checks checks;
  private final SimDevice view;
  private final Map<Long, Loaded> callables = new HashMap<>();
  private long lastCallable;
  private boolean closed;

  SimContext(int deviceId, SimOptions options, ArmedFaults faults) {
    this.options = options;
    this.limits = options.limits();
    this.memory =
        new SimMemory(options.capacityBytes(), limits.baseAlignmentBytes(), options.refill());
    this.ledger = new Ledger(options.ledgerLimit());
    this.clock = new VirtualClock(options.profile());
    this.checks = new Checks(options.checks());
    this.kernels =
        new KernelDevice("sluice-sim-" + deviceId, memory, checks, options.profile(), clock);
    this.view = new SimDevice(memory, counters, ledger, checks, options.profile(), faults);
  }

  @Override
  public DeviceLimits limits() {
    return limits;
  }

  @Override
  public CopyCosts copyCosts() {
    return options.profile().copyCosts();
  }

  @Override
  public String description() {
    return "simulated device, cost profile " + options.profile();
  }

  @Override
  public long allocate(long bytes) {
    requireOpen();
    if (bytes > limits.largestAllocationBytes()) {
      throw DeviceFailure.outOfMemory(
          "an allocation of "
              + bytes
              + " bytes is more than the largest of "
              + limits.largestAllocationBytes());
    }
    long handle = memory.allocate(bytes);
    counters.allocated();
    record(Kind.ALLOCATE, handle, 0, bytes, null);
    return handle;
  }

  @Override
  public void free(long handle) {
    requireOpen();
    long bytes = memory.free(handle);
    checks.transfers().freed(handle);
    counters.freed();
    record(Kind.FREE, handle, 0, bytes, null);
  }

  @Override
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    requireOpen();
    int length = source.remaining();
    if (checks.seeLaunches()) {
      boolean unchanged =
          checks.transfers().comparesUploadsTo(handle) && memory.holds(handle, offset, source);
      checks.transfers().uploaded(handle, offset, length, unchanged);
    }
    memory.write(handle, offset, source);
    counters.uploaded(length);
    clock.upload(length);
    record(Kind.UPLOAD, handle, offset, length, null);
  }

  @Override
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    requireOpen();
    int length = target.remaining();
    memory.read(handle, offset, target);
    if (checks.seeLaunches()) {
      checks.transfers().downloaded(handle, offset, length);
    }
    counters.downloaded(length);
    clock.download(length);
    record(Kind.DOWNLOAD, handle, offset, length, null);
  }

  @Override
  public void fill(long handle, long offset, long length, byte value) {
    requireOpen();
    DirectMemory target = memory.range(handle, offset, length);
    byte[] block = new byte[(int) Math.min(length, FILL_BLOCK_BYTES)];
    Arrays.fill(block, value);
    for (long done = 0; done < length; done += block.length) {
      int bytes = (int) Math.min(length - done, block.length);
      target.write(offset + done, ByteBuffer.wrap(block, 0, bytes));
    }
    counters.filled();
    record(Kind.FILL, handle, offset, length, null);
  }

  @Override
  public long deviceAddress(long handle) {
    requireOpen();
    return memory.address(handle);
  }

  @Override
  public long register(CallableRegistration registration) {
    requireOpen();
    JavaKernel kernel =
        KernelDevice.kernel(registration.artifact())
            .orElseThrow(
                () ->
                    DeviceFailure.refused(
                        "the simulator runs Java kernels, not a "
                            + registration.artifact().getClass().getName(),
                        "give the platform 'sim' a dev.sluice.kernel.JavaKernel"));
    callables.put(++lastCallable, new Loaded(registration, kernel));
    record(Kind.REGISTER, 0, 0, 0, registration.name());
    return lastCallable;
  }

  @Override
  public void unregister(long callable) {
    requireOpen();
    Loaded removed = callables.remove(callable);
    if (removed == null) {
      throw notLoaded(callable);
    }
    record(Kind.UNREGISTER, 0, 0, 0, removed.name());
  }

  @Override
  public Launch launch(LaunchRequest request) {
    requireOpen();
    Loaded loaded = callables.get(request.callable());
    if (loaded == null) {
      throw notLoaded(request.callable());
    }
    kernels.check(request);
    if (options.refill()) {
      request.arguments().forEach(this::refillIfLeftOver);
    }
    counters.launched();
    record(Kind.LAUNCH, 0, 0, 0, loaded.name());
    return kernels.launch(loaded.registration(), loaded.kernel(), request);
  }

  /**
   * Overwrites what a round before left where the kernel is to write: it may be the right answer.
   */
  private void refillIfLeftOver(LaunchArgument argument) {
    if (argument.hasTransientContents()
        && argument.isWritable()
        && !argument.isReadable()
        && argument.handle() != LaunchArgument.NO_HANDLE) {
      long bytes = argument.shape().byteCount(argument.dataType());
      DirectMemory block = memory.range(argument.handle(), argument.offsetBytes(), bytes);
      FillPattern.fill(block, argument.offsetBytes(), bytes);
    }
  }

  @Override
  public boolean isKernelThread() {
    return kernels.isKernelThread();
  }

  @Override
  public <T> Optional<T> capability(Class<T> type) {
    if (type.isInstance(view)) {
      return Optional.of(type.cast(view));
    }
    return type == ModelledClock.class ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public long elapsedNanos() {
    return clock.elapsedNanos();
  }

  @Override
  public long deviceNanos() {
    return clock.deviceNanos();
  }

  @Override
  public void close() {
    requireOpen();
    closed = true;
    checks.transfers().sayLints();
    kernels.close();
    memory.clear();
  }

  private void record(
      Kind kind, long handle, long offset, long byteCount, @Nullable String callable) {
    if (ledger.isOn()) {
      ledger.add(new Operation(kind, handle, offset, byteCount, callable));
    }
  }

  private void requireOpen() {
    if (closed) {
      throw DeviceFailure.refused("the device is closed", null);
    }
  }

  private static DeviceFailure notLoaded(long callable) {
    return DeviceFailure.refused("no callable " + callable + " is loaded", null);
  }
}
