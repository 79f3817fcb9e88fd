package dev.sluice.core.memory;

import dev.sluice.DeviceLimits;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The border to the device: makes every device call of a runtime, counts what succeeds, turns
 * whatever a platform throws into a {@link DeviceFailure}, and remembers the failure that lost the
 * device, after which it calls nothing but close. Guarded by the runtime's turn.
 */
public final class MeteredDevice {

  private final String name;
  private final DeviceContext context;
  private final DeviceLimits limits;
  private final Map<Long, Long> lengths = new HashMap<>();

  private final DeviceCounts counts = new DeviceCounts();

  private long liveBytes;
  private long peakLiveBytes;

  private volatile @Nullable DeviceFailure lostBy;

  /** Takes over an opened context. */
  public MeteredDevice(String name, DeviceContext context) {
    this.name = name;
    this.context = context;
    this.limits = Objects.requireNonNull(context.limits(), "the platform's limits");
  }

  /** Returns platform and number, such as {@code sim:0}. */
  public String name() {
    return name;
  }

  /** Returns what the device can take. */
  public DeviceLimits limits() {
    return limits;
  }

  /** Returns the failure that lost the device, or null. Callable from any thread. */
  public @Nullable DeviceFailure lostBy() {
    return lostBy;
  }

  /** Gives the device up. The first failure stays. */
  public void lose(DeviceFailure failure) {
    if (lostBy == null) {
      lostBy = failure;
    }
  }

  /** Allocates device memory; see {@link DeviceContext#allocate}. */
  public long allocate(long bytes) {
    long handle = call(() -> context.allocate(bytes));
    if (handle == LaunchArgument.NO_HANDLE || lengths.putIfAbsent(handle, bytes) != null) {
      DeviceFailure broken =
          DeviceFailure.lost(
              "the platform allocated memory by the handle "
                  + handle
                  + (handle == LaunchArgument.NO_HANDLE
                      ? ", which means none"
                      : ", which is in use"),
              null);
      lose(broken); // whatever is copied there from now on may be in the wrong place
      throw broken;
    }
    counts.allocations++;
    liveBytes += bytes;
    peakLiveBytes = Math.max(peakLiveBytes, liveBytes);
    return handle;
  }

  /**
   * Frees device memory; whatever happens, the handle is not freed again. On a lost device it is
   * only forgotten, for the memory is gone with the device.
   */
  public void free(long handle) {
    Long length = lengths.remove(handle);
    if (length == null) {
      throw new IllegalStateException("handle " + handle + " is not allocated");
    }
    liveBytes -= length;
    if (lostBy == null) {
      attempt(() -> context.free(handle));
      counts.frees++;
    }
  }

  /** Copies to the device; see {@link DeviceContext#copyToDevice}. */
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    int length = source.remaining();
    requireUsable();
    attempt(() -> context.copyToDevice(handle, offset, source));
    counts.uploadedBytes += length;
    counts.uploadCopies++;
  }

  /** Copies to the host; see {@link DeviceContext#copyToHost}. */
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    int length = target.remaining();
    requireUsable();
    attempt(() -> context.copyToHost(handle, offset, target));
    counts.downloadedBytes += length;
    counts.downloadCopies++;
  }

  /** Zero-fills device memory. */
  public void zero(long handle, long offset, long length) {
    requireUsable();
    attempt(() -> context.fill(handle, offset, length, (byte) 0));
    counts.fills++;
  }

  /** Launches; see {@link DeviceContext#launch}. */
  public Launch launch(LaunchRequest request) {
    Launch launch = call(() -> context.launch(request));
    counts.launches++;
    return launch;
  }

  /** Ends a complete launch; see {@link Launch#finish}. */
  public OptionalLong finish(Launch launch) {
    return call(
        () -> {
          launch.finish();
          return launch.deviceWallNanos();
        });
  }

  /** Loads a callable; see {@link DeviceContext#register}. */
  public long register(CallableRegistration registration) {
    return call(() -> context.register(registration));
  }

  /** Unloads a callable; on a lost device it is only forgotten. */
  public void unregister(long callable) {
    if (lostBy == null) {
      attempt(() -> context.unregister(callable));
    }
  }

  /** Returns the device's address of an allocation, for reports. */
  public long address(long handle) {
    return call(() -> context.deviceAddress(handle));
  }

  /** Returns whether the calling thread runs a kernel of this device. Callable from any thread. */
  public boolean isKernelThread() {
    return context.isKernelThread();
  }

  /** Returns an optional ability of the device. Callable from any thread. */
  public <T> Optional<T> capability(Class<T> type) {
    return context.capability(type);
  }

  /** Closes the device, which frees whatever is left on it. */
  public void close() {
    attempt(context::close);
    liveBytes = 0;
    lengths.clear();
  }

  /** Returns what is counted, which goes on. */
  public DeviceCounts counts() {
    return counts;
  }

  /** Returns the bytes copied to the device so far. */
  public long uploadedBytes() {
    return counts.uploadedBytes;
  }

  /** Returns the copies to the device so far. */
  public long uploadCopies() {
    return counts.uploadCopies;
  }

  /** Returns the bytes copied to the host so far. */
  public long downloadedBytes() {
    return counts.downloadedBytes;
  }

  /** Returns the copies to the host so far. */
  public long downloadCopies() {
    return counts.downloadCopies;
  }

  /** Returns the device bytes that are allocated now. */
  public long liveBytes() {
    return liveBytes;
  }

  /** Returns the most device bytes that were ever allocated at once. */
  public long peakLiveBytes() {
    return peakLiveBytes;
  }

  private <T> T call(Supplier<T> deviceCall) {
    requireUsable();
    try {
      return deviceCall.get();
    } catch (Throwable e) { // also Errors, such as that of a native method that is missing
      throw failure(e);
    }
  }

  private void attempt(Runnable deviceCall) {
    try {
      deviceCall.run();
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  private void requireUsable() {
    DeviceFailure first = lostBy;
    if (first != null) {
      throw first;
    }
  }

  private DeviceFailure failure(Throwable thrown) {
    if (!(thrown instanceof DeviceFailure failure)) {
      return DeviceFailure.failed("the platform threw " + thrown, thrown);
    }
    if (failure.kind() == DeviceFailure.Kind.LOST) {
      lose(failure);
    }
    return failure;
  }
}
