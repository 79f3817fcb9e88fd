package dev.sluice.it.model;

import dev.sluice.DeviceLimits;
import dev.sluice.PlatformKind;
import dev.sluice.TransferCounts;
import dev.sluice.spi.Availability;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceCounters;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.ThreadConfinement;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A platform that does not count for itself, with a counter at its door: what the simulator has
 * within. Opens one context.
 */
final class CountingPlatform implements DevicePlatform, DeviceCounters {

  private final DevicePlatform platform;
  private final Map<Long, Long> live = new HashMap<>();
  private long[] counts = new long[8];
  private long liveBytes;
  private long peakBytes;

  CountingPlatform(DevicePlatform platform) {
    this.platform = platform;
  }

  private synchronized void count(int place, long by) {
    counts[place] += by;
  }

  @Override
  public synchronized TransferCounts counts() {
    return new TransferCounts(
        counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7]);
  }

  @Override
  public synchronized long liveBytes() {
    return liveBytes;
  }

  @Override
  public synchronized long peakLiveBytes() {
    return peakBytes;
  }

  private synchronized void allocated(long handle, long bytes) {
    live.put(handle, bytes);
    liveBytes += bytes;
    peakBytes = Math.max(peakBytes, liveBytes);
    counts[4]++;
  }

  private synchronized void freed(long handle) {
    liveBytes -= live.remove(handle);
    counts[5]++;
  }

  @Override
  public String name() {
    return platform.name();
  }

  @Override
  public PlatformKind kind() {
    return platform.kind();
  }

  @Override
  public int spiVersion() {
    return platform.spiVersion();
  }

  @Override
  public ThreadConfinement confinement() {
    return platform.confinement();
  }

  @Override
  public Availability probe(DeviceOptions options) {
    return platform.probe(options);
  }

  @Override
  public DeviceContext open(DeviceOptions options) {
    return new CountingContext(platform.open(options));
  }

  private final class CountingContext implements DeviceContext {

    private final DeviceContext context;

    CountingContext(DeviceContext context) {
      this.context = context;
    }

    @Override
    public DeviceLimits limits() {
      return context.limits();
    }

    @Override
    public CopyCosts copyCosts() {
      return context.copyCosts();
    }

    @Override
    public String description() {
      return context.description();
    }

    @Override
    public long allocate(long bytes) {
      long handle = context.allocate(bytes);
      allocated(handle, bytes);
      return handle;
    }

    @Override
    public void free(long handle) {
      context.free(handle);
      freed(handle);
    }

    @Override
    public void copyToDevice(long handle, long offset, ByteBuffer source) {
      int length = source.remaining();
      context.copyToDevice(handle, offset, source);
      count(0, length);
      count(1, 1);
    }

    @Override
    public void copyToHost(long handle, long offset, ByteBuffer target) {
      int length = target.remaining();
      context.copyToHost(handle, offset, target);
      count(2, length);
      count(3, 1);
    }

    @Override
    public void fill(long handle, long offset, long length, byte value) {
      context.fill(handle, offset, length, value);
      count(6, 1);
    }

    @Override
    public long deviceAddress(long handle) {
      return context.deviceAddress(handle);
    }

    @Override
    public long register(CallableRegistration registration) {
      return context.register(registration);
    }

    @Override
    public void unregister(long callable) {
      context.unregister(callable);
    }

    @Override
    public Launch launch(LaunchRequest request) {
      Launch launch = context.launch(request);
      count(7, 1);
      return launch;
    }

    @Override
    public <T> Optional<T> capability(Class<T> type) {
      return type == DeviceCounters.class
          ? Optional.of(type.cast(CountingPlatform.this))
          : context.capability(type);
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
