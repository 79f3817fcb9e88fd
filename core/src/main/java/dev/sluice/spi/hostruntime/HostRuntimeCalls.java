package dev.sluice.spi.hostruntime;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a platform's JNI library. Pointers are longs, buffers direct; the layouts of flat
 * buffers are those of {@code native/marshal.h}. A context is used by one thread, the one that
 * opened it. What fails throws {@link NativeFailure}, unless it says otherwise.
 */
public interface HostRuntimeCalls {

  /**
   * Opens the libraries, checks that they are what this library speaks to, and binds their log;
   * they are never closed. The same files give the same pointer.
   *
   * @param simContext null on hardware
   * @param logThreshold one for the process; the last one given counts
   */
  long load(@Nullable String simContext, String hostRuntime, int logThreshold);

  /**
   * Opens a device. The executors are copied.
   *
   * @param dispatcher null on a simulator
   * @param config flat
   */
  long open(
      long library,
      int deviceId,
      ByteBuffer aicpu,
      ByteBuffer aicore,
      @Nullable ByteBuffer dispatcher,
      ByteBuffer config);

  /**
   * Closes a device and frees the context, also where it throws.
   *
   * @param retired a run hangs in it: the device is not told, and memory that the run may still
   *     write to is never freed
   */
  void close(long context, boolean retired);

  /** Returns the address of new device memory; 0 where there is no room. */
  long allocate(long context, long bytes);

  /** Frees device memory; what is no allocation is ignored. */
  void free(long context, long address);

  /** Returns the bytes of device memory in use. */
  long committedBytes(long context);

  /** Copies bytes of a direct buffer to the device. */
  void copyToDevice(long context, long address, ByteBuffer source, int position, int length);

  /** Copies bytes from the device into a direct buffer. */
  void copyToHost(long context, long address, ByteBuffer target, int position, int length);

  /**
   * Loads a callable.
   *
   * @param id from 0 to 63, free
   * @param callable flat, in its first {@code length} bytes
   */
  void register(long context, int id, ByteBuffer callable, int length);

  /** Unloads a callable. */
  void unregister(long context, int id);

  /**
   * Prepares and launches a run. Where either fails, no run is left behind.
   *
   * @param arguments flat, in its first {@code length} bytes; host memory that they name must stay
   *     until the run is finished
   * @param bank which arena; 0 unless several runs are prepared at once
   */
  void launch(long context, int id, ByteBuffer arguments, int length, int bank);

  /** Returns 1 where the run is complete, 0 where it is not, or an error code; never throws. */
  int poll(long context);

  /** Ends a run; returns 0 or an error code; never throws. */
  int finish(long context);

  /**
   * Checks, without running anything, that the library lays out callables and configurations as
   * this one does. The callable's id must be free, and the arguments must fit it.
   */
  void probe(
      long context,
      int id,
      ByteBuffer callable,
      int callableLength,
      ByteBuffer arguments,
      int argumentsLength);
}
