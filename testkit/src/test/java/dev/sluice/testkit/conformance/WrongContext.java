package dev.sluice.testkit.conformance;

import dev.sluice.DeviceLimits;
import dev.sluice.spi.CallableRegistration;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A simulated device with one mistake. */
final class WrongContext implements DeviceContext {

  private final DeviceContext device;
  private final Mistake mistake;
  private final Set<Long> live = new HashSet<>();
  private int described;
  private long reused;
  private int launches;
  private int callables;

  WrongContext(DeviceContext device, Mistake mistake) {
    this.device = device;
    this.mistake = mistake;
  }

  private boolean has(Mistake other) {
    return mistake == other;
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public String description() {
    return device.description() + (has(Mistake.DESCRIPTION_THAT_CHANGES) ? described++ : "");
  }

  @Override
  public long allocate(long bytes) {
    if (has(Mistake.HANDLE_GIVEN_OUT_TWICE)) {
      reused = reused == 0 ? device.allocate(16 << 20) : reused;
      return reused;
    }
    try {
      long handle = device.allocate(bytes);
      live.add(handle);
      return handle;
    } catch (DeviceFailure failure) {
      throw has(Mistake.NO_ROOM_IS_AN_ERROR_OF_ITS_OWN)
          ? new IllegalStateException(failure)
          : failure;
    }
  }

  @Override
  public void free(long handle) {
    if (!has(Mistake.HANDLE_GIVEN_OUT_TWICE)) {
      device.free(handle);
      live.remove(handle);
    }
  }

  private long offset(long offset) {
    return has(Mistake.OFFSET_IGNORED) ? 0 : offset;
  }

  @Override
  public void copyToDevice(long handle, long offset, ByteBuffer source) {
    ByteBuffer meant = source.duplicate();
    if (has(Mistake.POSITION_IGNORED)) {
      meant.position(0).limit(source.remaining());
    }
    if (has(Mistake.LAST_BYTE_LOST)) {
      meant.limit(meant.limit() - 1);
    }
    if (meant.hasRemaining()) {
      device.copyToDevice(handle, offset(offset), meant);
    }
  }

  @Override
  public void copyToHost(long handle, long offset, ByteBuffer target) {
    device.copyToHost(handle, offset(offset), target);
  }

  @Override
  public void fill(long handle, long offset, long length, byte value) {
    if (has(Mistake.FILL_ONE_BYTE_SHORT)) {
      if (length > 1) {
        device.fill(handle, offset, length - 1, value);
      }
    } else {
      device.fill(handle, has(Mistake.FILL_FROM_THE_START) ? 0 : offset, length, value);
    }
  }

  @Override
  public long deviceAddress(long handle) {
    return device.deviceAddress(handle) + (has(Mistake.UNALIGNED_ADDRESSES) ? 1 : 0);
  }

  @Override
  public long register(CallableRegistration registration) {
    if (has(Mistake.ONE_CALLABLE_AT_A_TIME) && ++callables > 1) {
      throw DeviceFailure.failed("one is enough", null);
    }
    try {
      return device.register(registration);
    } catch (DeviceFailure refused) {
      if (has(Mistake.FOREIGN_ARTIFACTS_IGNORED)) {
        return 99;
      }
      throw refused;
    }
  }

  @Override
  public void unregister(long callable) {
    device.unregister(callable);
  }

  @Override
  public Launch launch(LaunchRequest request) {
    launches++;
    if (has(Mistake.EMPTY_TENSORS_REFUSED)
        && request.arguments().get(0).shape().elementCount() == 0) {
      throw DeviceFailure.refused("an empty tensor", null);
    }
    boolean skipped =
        has(Mistake.LAUNCH_DOES_NOTHING) || (has(Mistake.LAUNCH_ONCE) && launches > 1);
    return new WrongLaunch(skipped ? null : device.launch(moved(request)), mistake);
  }

  private LaunchRequest moved(LaunchRequest request) {
    if (!has(Mistake.ARGUMENT_OFFSETS_IGNORED)) {
      return request;
    }
    List<LaunchArgument> arguments =
        request.arguments().stream()
            .map(
                argument ->
                    LaunchArgument.builder(argument.name(), argument.dataType(), argument.shape())
                        .access(argument.isReadable(), argument.isWritable())
                        .memory(argument.handle(), 0)
                        .build())
            .toList();
    return new LaunchRequest(request.callable(), arguments, new long[0]);
  }

  @Override
  public void close() {
    device.close();
    if (has(Mistake.CLOSE_REFUSED_WITH_MEMORY_LEFT) && !live.isEmpty()) {
      throw DeviceFailure.failed("memory is left", null);
    }
  }

  private record WrongLaunch(@Nullable Launch launch, Mistake mistake) implements Launch {

    @Override
    public boolean poll() {
      return launch == null || launch.poll();
    }

    @Override
    public void finish() {
      if (launch != null) {
        launch.finish();
      }
    }

    @Override
    public void abort() {
      if (launch != null) {
        launch.abort();
      }
    }

    @Override
    public OptionalLong deviceWallNanos() {
      return mistake == Mistake.NEGATIVE_DEVICE_TIME ? OptionalLong.of(-1) : OptionalLong.empty();
    }
  }
}
