package dev.sluice.core.transfer;

import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;

/**
 * Cuts a host tensor into the pieces that are copied at a time: direct memory at the ends of its
 * segments, heap memory at the size of the runtime's own direct buffer. Stateless.
 */
public final class CopyPieces {

  /**
   * The most heap bytes copied at a time. Large enough that the cost of a call is small beside the
   * bytes' (12.8 us against 128 us on the profile a2a3), small enough to be kept by every runtime.
   */
  public static final int HEAP_PIECE_BYTES = 4 << 20;

  private CopyPieces() {}

  /** Returns the number of pieces; 0 for a tensor of zero bytes. */
  public static int count(HostTensor tensor) {
    long bytes = tensor.byteCount();
    if (bytes == 0) {
      return 0;
    }
    if (tensor.memory() instanceof DirectMemory) {
      long first = tensor.offsetBytes() / DirectMemory.SEGMENT_BYTES;
      long last = (tensor.offsetBytes() + bytes - 1) / DirectMemory.SEGMENT_BYTES;
      return Math.toIntExact(last - first + 1);
    }
    return Math.toIntExact((bytes + HEAP_PIECE_BYTES - 1) / HEAP_PIECE_BYTES);
  }

  /**
   * Returns the bytes of the piece that starts {@code done} bytes into the tensor.
   *
   * @param done less than the tensor's bytes
   */
  public static int length(HostTensor tensor, long done) {
    long left = tensor.byteCount() - done;
    long most =
        tensor.memory() instanceof DirectMemory direct
            ? direct.contiguousBytes(tensor.offsetBytes() + done)
            : HEAP_PIECE_BYTES;
    return (int) Math.min(left, most);
  }
}
