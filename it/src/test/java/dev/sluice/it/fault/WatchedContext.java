package dev.sluice.it.fault;

import dev.sluice.DeviceLimits;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** A device context that notes each call, and what it throws, in the book. */
final class WatchedContext implements DeviceContext {

  private final DeviceContext device;
  private final DeviceCalls calls;

  WatchedContext(DeviceContext device, DeviceCalls calls) {
    this.device = device;
    this.calls = calls;
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public String description() {
    return device.description();
  }

  @Override
  public long allocate(long bytes) {
    long handle = calls.call("allocate", () -> device.allocate(bytes));
    calls.allocated(handle, bytes);
    return handle;
  }

  @Override
  public void free(long handle) {
    calls.freed(handle);
    calls.call("free", () -> device.free(handle));
  }

  @Override
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    calls.call("upload", () -> device.copyToDevice(handle, offset, source));
  }

  @Override
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    calls.call("download", () -> device.copyToHost(handle, offset, target));
  }

  @Override
  public void fill(long handle, long offset, long length, byte value) {
    calls.call("fill", () -> device.fill(handle, offset, length, value));
  }

  @Override
  public long deviceAddress(long handle) {
    return calls.call("address", () -> device.deviceAddress(handle));
  }

  @Override
  public long register(CallableRegistration registration) {
    return calls.call("register", () -> device.register(registration));
  }

  @Override
  public void unregister(long callable) {
    calls.call("unregister", () -> device.unregister(callable));
  }

  @Override
  public Launch launch(LaunchRequest request) {
    return new WatchedLaunch(calls.call("launch", () -> device.launch(request)), calls);
  }

  @Override
  public boolean isKernelThread() {
    return device.isKernelThread();
  }

  @Override
  public <T> Optional<T> capability(Class<T> type) {
    return device.capability(type);
  }

  @Override
  public void close() {
    calls.closed();
    calls.call("close", device::close);
  }

  private record WatchedLaunch(Launch launch, DeviceCalls calls) implements Launch {

    @Override
    public boolean poll() {
      return launch.poll();
    }

    @Override
    public void finish() {
      calls.call("finish", launch::finish);
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
