package dev.sluice.core.replica;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.SluiceException;
import dev.sluice.tensor.ByteRange;
import org.jspecify.annotations.Nullable;

/** What managed tensors ask of their runtime. Each call waits for its turn. */
public interface ReplicaCalls {

  /**
   * Refuses a call from inside a kernel.
   *
   * @throws SluiceException if it is one
   */
  void requireOutsideOfRuns();

  /** Returns why nothing can be copied any more, or null: the runtime is closed, or lost. */
  @Nullable SluiceException gone(ErrorDetail.Builder place);

  /** Downloads what only the device has of a range. */
  void bringToHost(ManagedState tensor, ByteRange range);

  /** Uploads what only the host has. */
  void bringToDevice(ManagedState tensor);

  /** Downloads what only the device has, and frees its memory. */
  void release(ManagedState tensor);

  /** Ends a tensor, and frees the device's memory if no other shares it. */
  void close(ManagedState tensor);
}
