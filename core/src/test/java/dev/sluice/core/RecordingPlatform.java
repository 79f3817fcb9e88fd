package dev.sluice.core;

import dev.sluice.DeviceLimits;
import dev.sluice.PlatformKind;
import dev.sluice.spi.Availability;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.SpiVersion;
import dev.sluice.spi.ThreadConfinement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A device of byte arrays that records each call, its thread, and does what a test scripts. */
public final class RecordingPlatform implements DevicePlatform {

  public final List<String> calls = new ArrayList<>();
  public final List<Thread> threads = new ArrayList<>();
  public final Map<Long, byte[]> memory = new HashMap<>();
  public PlatformKind kind = PlatformKind.SIMULATED;
  public ThreadConfinement confinement = ThreadConfinement.ANY;
  public DeviceLimits limits = DeviceLimits.builder().build();

  /** What a launch does to the memory. */
  public Consumer<LaunchRequest> kernel = request -> {};

  /** What a launch returns; by default one that is complete. */
  public Function<LaunchRequest, Launch> launch = request -> new CompleteLaunch();

  /** Called with every call before it is made; may throw. */
  public Consumer<String> before = call -> {};

  public LaunchRequest lastRequest;
  public Availability availability = Availability.available();

  /** The handles of allocations; by default they count up from 101. */
  public LongSupplier handles;

  public DeviceOptions options;

  @Override
  public String name() {
    return "rec";
  }

  @Override
  public PlatformKind kind() {
    return kind;
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  @Override
  public ThreadConfinement confinement() {
    return confinement;
  }

  @Override
  public Availability probe() {
    return availability;
  }

  @Override
  public DeviceContext open(DeviceOptions options) {
    record("open");
    this.options = options;
    return new Context();
  }

  private void record(String call) {
    threads.add(Thread.currentThread());
    before.accept(call);
    calls.add(call);
  }

  /** A launch whose work is done. */
  public static class CompleteLaunch implements Launch {

    @Override
    public boolean poll() {
      return true;
    }

    @Override
    public void finish() {}

    @Override
    public void abort() {}

    @Override
    public OptionalLong deviceWallNanos() {
      return OptionalLong.empty();
    }
  }

  private final class Context implements DeviceContext {

    private long lastHandle = 100;

    @Override
    public DeviceLimits limits() {
      return limits;
    }

    @Override
    public String description() {
      return "a recording";
    }

    @Override
    public long allocate(long bytes) {
      record("allocate " + bytes);
      long handle = handles == null ? ++lastHandle : handles.getAsLong();
      memory.put(handle, new byte[Math.toIntExact(bytes)]);
      return handle;
    }

    @Override
    public void free(long handle) {
      record("free " + handle);
      memory.remove(handle);
    }

    @Override
    public void copyToDevice(long handle, long offset, ByteBuffer source) {
      record("up " + handle + "+" + offset + " " + source.remaining());
      source.get(memory.get(handle), (int) offset, source.remaining());
    }

    @Override
    public void copyToHost(long handle, long offset, ByteBuffer target) {
      record("down " + handle + "+" + offset + " " + target.remaining());
      target.put(memory.get(handle), (int) offset, target.remaining());
    }

    @Override
    public void fill(long handle, long offset, long length, byte value) {
      record("fill " + handle + "+" + offset + " " + length);
    }

    @Override
    public long deviceAddress(long handle) {
      return handle << 32;
    }

    @Override
    public long register(CallableRegistration registration) {
      record("register " + registration.name());
      return 7;
    }

    @Override
    public void unregister(long callable) {
      record("unregister " + callable);
    }

    @Override
    public Launch launch(LaunchRequest request) {
      record("launch");
      lastRequest = request;
      kernel.accept(request);
      return launch.apply(request);
    }

    @Override
    public void close() {
      record("close");
    }
  }
}
