package dev.sluice.spi;

import dev.sluice.DeviceLimits;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * One opened device: memory, loaded callables, launches. All of it belongs to the context and dies
 * with it. The core calls it from one thread at a time, from the one thread that opened it where
 * the platform says DEDICATED.
 *
 * <p>Every method but {@link #limits}, {@link #copyCosts}, {@link #isKernelThread} and {@link
 * #capability} may throw {@link DeviceFailure}. The core checks ranges, handles and life times
 * before it calls, so a platform need not, and may.
 */
public interface DeviceContext extends AutoCloseable {

  /** Returns what the device can take; the same for the life of the context. */
  DeviceLimits limits();

  /**
   * Returns what a copy costs; the same for the life of the context. It changes how many copies are
   * made, never which bytes arrive.
   */
  default CopyCosts copyCosts() {
    return CopyCosts.UNKNOWN;
  }

  /** Returns what this device is, for people: a model, a version. */
  String description();

  /**
   * Allocates device memory, whose contents are undefined.
   *
   * @param bytes at least 1 and at most {@link DeviceLimits#largestAllocationBytes()}
   * @return an opaque handle, not 0
   * @throws DeviceFailure OUT_OF_MEMORY if there is no room
   */
  long allocate(long bytes);

  /** Frees an allocation. */
  void free(long handle);

  /**
   * Copies bytes to the device and returns once they are there.
   *
   * @param offset first byte in the allocation
   * @param source direct, at least one byte remaining; all remaining bytes are copied; the position
   *     is of no interest afterwards
   */
  void copyToDevice(long handle, long offset, ByteBuffer source);

  /**
   * Copies bytes from the device and returns once they are there.
   *
   * @param offset first byte in the allocation
   * @param target direct, at least one byte remaining, all of which is filled; the position is of
   *     no interest afterwards
   */
  void copyToHost(long handle, long offset, ByteBuffer target);

  /**
   * Sets bytes on the device and returns once they are set.
   *
   * @param offset first byte in the allocation
   * @param length number of bytes, at least 1
   */
  void fill(long handle, long offset, long length, byte value);

  /** Returns the device's address of an allocation, for reports only. */
  long deviceAddress(long handle);

  /**
   * Loads a callable.
   *
   * @return a number for {@link LaunchRequest#callable()}
   * @throws DeviceFailure REFUSED if the artifact is not of the platform's kind, or is wrong
   */
  long register(CallableRegistration registration);

  /** Unloads a callable. */
  void unregister(long callable);

  /**
   * Starts a launch and returns once the device has accepted it. One launch is in progress at a
   * time.
   *
   * @throws DeviceFailure if the device does not accept it
   */
  Launch launch(LaunchRequest request);

  /**
   * Returns whether the calling thread is running a kernel of this context, on platforms whose
   * kernels are Java code. Callable from any thread, at any time.
   */
  default boolean isKernelThread() {
    return false;
  }

  /**
   * Returns an optional ability, such as {@link DeviceCounters} or {@link ModelledClock}.
   * Applications get at it through their runtime. Callable from any thread, at any time.
   *
   * @return by default this object where it is of that type; never as the context that it is, whose
   *     calls would go past the runtime
   */
  default <T> Optional<T> capability(Class<T> type) {
    boolean isContextItself = type.isAssignableFrom(DeviceContext.class);
    return !isContextItself && type.isInstance(this)
        ? Optional.of(type.cast(this))
        : Optional.empty();
  }

  /** Frees all that is left and closes the device. Called once. */
  @Override
  void close();
}
