package dev.sluice.core.memory;

import dev.sluice.LiveTensor;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One allocation behind device tensors: its handle, whether it is still open, and which of its
 * bytes a failed launch left undefined. Thread-safe.
 */
final class DeviceAllocation {

  private final TensorTable owner;
  private final long generation;
  private final long handle;
  private final DataType dataType;
  private final Shape shape;
  private final @Nullable Throwable allocatedAt;
  private final ByteRanges undefined = new ByteRanges();
  private boolean open = true;

  DeviceAllocation(
      TensorTable owner,
      long generation,
      long handle,
      DataType dataType,
      Shape shape,
      @Nullable Throwable allocatedAt) {
    this.owner = owner;
    this.generation = generation;
    this.handle = handle;
    this.dataType = dataType;
    this.shape = shape;
    this.allocatedAt = allocatedAt;
  }

  TensorTable owner() {
    return owner;
  }

  long generation() {
    return generation;
  }

  /** Returns the device's handle, or {@link LaunchArgument#NO_HANDLE} for zero bytes. */
  long handle() {
    return handle;
  }

  long byteCount() {
    return shape.byteCount(dataType);
  }

  LiveTensor describe() {
    return new LiveTensor(generation, dataType, shape, allocatedAt);
  }

  synchronized boolean isOpen() {
    return open;
  }

  /** Returns whether this call closed it. */
  synchronized boolean closeOnce() {
    boolean wasOpen = open;
    open = false;
    return wasOpen;
  }

  synchronized void markUndefined(ByteRange range) {
    undefined.add(range);
  }

  synchronized void markDefined(ByteRange range) {
    undefined.remove(range);
  }

  synchronized Optional<ByteRange> firstUndefined(ByteRange range) {
    return undefined.isEmpty() ? Optional.empty() : undefined.firstOverlap(range);
  }
}
