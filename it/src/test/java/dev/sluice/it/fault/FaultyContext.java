package dev.sluice.it.fault;

import dev.sluice.DeviceLimits;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** A device context that asks the book before each call whether it may succeed. */
final class FaultyContext implements DeviceContext {

  private final DeviceContext simulator;
  private final DeviceCalls calls;
  private final DeviceLimits limits;

  FaultyContext(DeviceContext simulator, DeviceCalls calls, DeviceLimits limits) {
    this.simulator = simulator;
    this.calls = calls;
    this.limits = limits;
  }

  @Override
  public DeviceLimits limits() {
    return limits;
  }

  @Override
  public String description() {
    return simulator.description();
  }

  @Override
  public long allocate(long bytes) {
    calls.call("allocate");
    long handle = simulator.allocate(bytes);
    calls.allocated(handle, bytes);
    return handle;
  }

  @Override
  public void free(long handle) {
    calls.freed(handle);
    calls.call("free");
    simulator.free(handle);
  }

  @Override
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    calls.call("copyToDevice");
    simulator.copyToDevice(handle, offset, source);
  }

  @Override
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    calls.call("copyToHost");
    simulator.copyToHost(handle, offset, target);
  }

  @Override
  public void fill(long handle, long offset, long length, byte value) {
    calls.call("fill");
    simulator.fill(handle, offset, length, value);
  }

  @Override
  public long deviceAddress(long handle) {
    calls.call("deviceAddress");
    return simulator.deviceAddress(handle);
  }

  @Override
  public long register(CallableRegistration registration) {
    calls.call("register");
    return simulator.register(registration);
  }

  @Override
  public void unregister(long callable) {
    calls.call("unregister");
    simulator.unregister(callable);
  }

  @Override
  public Launch launch(LaunchRequest request) {
    calls.call("launch");
    return new FaultyLaunch(simulator.launch(request), calls);
  }

  @Override
  public boolean isKernelThread() {
    return simulator.isKernelThread();
  }

  @Override
  public <T> Optional<T> capability(Class<T> type) {
    return simulator.capability(type);
  }

  @Override
  public void close() {
    calls.closed();
    try {
      calls.call("close");
    } finally {
      simulator.close();
    }
  }

  /** A launch whose end can fail after the kernel has run. */
  private record FaultyLaunch(Launch launch, DeviceCalls calls) implements Launch {

    @Override
    public boolean poll() {
      return launch.poll();
    }

    @Override
    public void finish() {
      launch.finish();
      calls.call("finish");
    }

    @Override
    public void abort() {
      launch.abort();
    }

    @Override
    public OptionalLong deviceWallNanos() {
      return launch.deviceWallNanos();
    }
  }
}
