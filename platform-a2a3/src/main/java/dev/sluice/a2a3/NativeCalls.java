package dev.sluice.a2a3;

import dev.sluice.spi.hostruntime.HostRuntimeBinding;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The native methods of {@code libsluice_a2a3.so}; the project's folder {@code native} has them.
 */
final class NativeCalls implements HostRuntimeBinding {

  @Override
  public void systemLoad(String path) {
    System.load(path);
  }

  @Override
  public native long load(@Nullable String simContext, String hostRuntime, int logThreshold);

  @Override
  public native long open(
      long library,
      int deviceId,
      ByteBuffer aicpu,
      ByteBuffer aicore,
      @Nullable ByteBuffer dispatcher,
      ByteBuffer config);

  @Override
  public native void close(long context, boolean retired);

  @Override
  public native long allocate(long context, long bytes);

  @Override
  public native void free(long context, long address);

  @Override
  public native long committedBytes(long context);

  @Override
  public native void copyToDevice(
      long context, long address, ByteBuffer source, int position, int length);

  @Override
  public native void copyToHost(
      long context, long address, ByteBuffer target, int position, int length);

  @Override
  public native void register(long context, int id, ByteBuffer callable, int length);

  @Override
  public native void unregister(long context, int id);

  @Override
  public native void launch(long context, int id, ByteBuffer arguments, int length, int bank);

  @Override
  public native int poll(long context);

  @Override
  public native int finish(long context);

  @Override
  public native void probe(
      long context,
      int id,
      ByteBuffer callable,
      int callableLength,
      ByteBuffer arguments,
      int argumentsLength);
}
