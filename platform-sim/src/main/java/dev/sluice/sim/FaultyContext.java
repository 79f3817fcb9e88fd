package dev.sluice.sim;

import dev.sluice.DeviceLimits;
import dev.sluice.sim.ArmedFaults.Strike;
import dev.sluice.sim.fault.DeviceCall;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A simulated device on which things go wrong as they were told to. A call that fails has done
 * nothing, but for two that could not be repeated: a launch fails at its end after the kernel has
 * run, and a close that fails closes all the same.
 */
final class FaultyContext implements DeviceContext {

  private final SimContext device;
  private final ArmedFaults faults;

  FaultyContext(SimContext device, ArmedFaults faults) {
    this.device = device;
    this.faults = faults;
  }

  /** Fails or delays a call that a fault strikes. */
  private static void suffer(@Nullable Strike strike) {
    if (strike == null) {
      return;
    }
    RuntimeException failure = strike.fault().failure(strike.which());
    if (failure != null) {
      throw failure;
    }
    long end = System.nanoTime() + strike.fault().delay().toNanos();
    for (long left; (left = end - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(left);
    }
  }

  /** Returns which byte of a copy is to be inverted, or -1. */
  private static long corrupted(@Nullable Strike strike) {
    return strike == null ? -1 : strike.fault().corruptedByte();
  }

  private static void invert(ByteBuffer bytes, long offset) {
    bytes.put((int) offset, (byte) ~bytes.get((int) offset));
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public CopyCosts copyCosts() {
    return device.copyCosts();
  }

  @Override
  public String description() {
    return device.description();
  }

  @Override
  public long allocate(long bytes) {
    suffer(faults.next(DeviceCall.ALLOCATE, 0, 0, bytes));
    return device.allocate(bytes);
  }

  @Override
  public void free(long handle) {
    suffer(faults.next(DeviceCall.FREE));
    device.free(handle);
  }

  @Override
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    Strike strike = faults.next(DeviceCall.UPLOAD, handle, offset, source.remaining());
    suffer(strike);
    long wrong = corrupted(strike);
    if (wrong < 0) {
      device.copyToDevice(handle, offset, source);
      return;
    }
    ByteBuffer copy = ByteBuffer.allocateDirect(source.remaining()).put(source.duplicate()).flip();
    invert(copy, wrong);
    device.copyToDevice(handle, offset, copy);
  }

  @Override
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    Strike strike = faults.next(DeviceCall.DOWNLOAD, handle, offset, target.remaining());
    suffer(strike);
    ByteBuffer arrived = target.slice();
    device.copyToHost(handle, offset, target);
    long wrong = corrupted(strike);
    if (wrong >= 0) {
      invert(arrived, wrong);
    }
  }

  @Override
  public void fill(long handle, long offset, long length, byte value) {
    suffer(faults.next(DeviceCall.FILL, handle, offset, length));
    device.fill(handle, offset, length, value);
  }

  @Override
  public long deviceAddress(long handle) {
    suffer(faults.next(DeviceCall.ADDRESS));
    return device.deviceAddress(handle);
  }

  @Override
  public long register(CallableRegistration registration) {
    suffer(faults.next(DeviceCall.REGISTER));
    return device.register(registration);
  }

  @Override
  public void unregister(long callable) {
    suffer(faults.next(DeviceCall.UNREGISTER));
    device.unregister(callable);
  }

  @Override
  public Launch launch(LaunchRequest request) {
    suffer(faults.next(request));
    return new FaultyLaunch(device.launch(request), faults);
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
    try {
      suffer(faults.next(DeviceCall.CLOSE));
    } finally {
      device.close();
    }
  }

  private record FaultyLaunch(Launch launch, ArmedFaults faults) implements Launch {

    @Override
    public boolean poll() {
      return launch.poll();
    }

    @Override
    public void finish() {
      launch.finish();
      suffer(faults.next(DeviceCall.FINISH));
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
