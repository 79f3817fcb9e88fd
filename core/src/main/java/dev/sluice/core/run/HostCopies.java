package dev.sluice.core.run;

import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/**
 * Copies a host tensor, or a range of one, to or from device memory, piece by piece: direct memory
 * as it is, heap memory through the slot's two bounce buffers, so that the host's copy of one piece
 * goes on beside the device's copy of its neighbour. Guarded by the runtime's turn.
 */
final class HostCopies {

  private final MeteredDevice device;

  HostCopies(MeteredDevice device) {
    this.device = device;
  }

  /** Uploads a whole tensor to where {@code offset} says. */
  void upload(RunSlot slot, HostTensor source, long handle, long offset) {
    upload(slot, source, 0, source.byteCount(), handle, offset);
  }

  /** Uploads a range of a tensor whose first byte belongs where {@code offset} says. */
  void upload(RunSlot slot, HostTensor source, ByteRange range, long handle, long offset) {
    upload(slot, source, range.offset(), range.end(), handle, offset);
  }

  private void upload(
      RunSlot slot, HostTensor source, long from, long end, long handle, long offset) {
    if (!(source.memory() instanceof DirectMemory direct)) {
      uploadHeap(slot, source, from, end, handle, offset);
      return;
    }
    for (long at = from; at < end; ) {
      int length = CopyPieces.length(source, at, end);
      device.copyToDevice(handle, offset + at, direct.range(source.offsetBytes() + at, length));
      at += length;
    }
  }

  /** Downloads a whole tensor from where {@code offset} says. */
  void download(RunSlot slot, long handle, long offset, HostTensor target) {
    download(slot, handle, offset, target, 0, target.byteCount());
  }

  /** Downloads a range of a tensor whose first byte is where {@code offset} says. */
  void download(RunSlot slot, long handle, long offset, HostTensor target, ByteRange range) {
    download(slot, handle, offset, target, range.offset(), range.end());
  }

  private void download(
      RunSlot slot, long handle, long offset, HostTensor target, long from, long end) {
    if (!(target.memory() instanceof DirectMemory direct)) {
      downloadHeap(slot, handle, offset, target, from, end);
      return;
    }
    for (long at = from; at < end; ) {
      int length = CopyPieces.length(target, at, end);
      device.copyToHost(handle, offset + at, direct.range(target.offsetBytes() + at, length));
      at += length;
    }
  }

  /** While the device takes a piece, the next one is read into the other buffer. */
  private void uploadHeap(
      RunSlot slot, HostTensor source, long from, long end, long handle, long offset) {
    ForkJoinTask<ByteBuffer> reading = null;
    int turn = 0;
    try {
      for (long at = from; at < end; ) {
        ByteBuffer piece =
            reading == null
                ? read(slot.bounce(turn, CopyPieces.length(source, at, end)), source, at)
                : reading.join();
        slot.countHostCopy(piece.remaining());
        long next = at + piece.remaining();
        if (next < end) {
          turn = (turn + 1) % RunSlot.BOUNCE_BUFFERS;
          ByteBuffer free = slot.bounce(turn, CopyPieces.length(source, next, end));
          reading = ForkJoinPool.commonPool().submit(() -> read(free, source, next));
        }
        device.copyToDevice(handle, offset + at, piece);
        at = next;
      }
    } finally {
      finish(reading);
    }
  }

  private static ByteBuffer read(ByteBuffer bounce, HostTensor source, long at) {
    source.readBytes(at, bounce);
    return bounce.flip();
  }

  /** While the device fills a buffer, the piece before it is written out of the other one. */
  private void downloadHeap(
      RunSlot slot, long handle, long offset, HostTensor target, long from, long end) {
    ForkJoinTask<?> writing = null;
    int turn = 0;
    try {
      for (long next = from; next < end; ) {
        long at = next;
        int length = CopyPieces.length(target, at, end);
        ByteBuffer piece = slot.bounce(turn, length);
        turn = (turn + 1) % RunSlot.BOUNCE_BUFFERS;
        device.copyToHost(handle, offset + at, piece);
        piece.clear().limit(length);
        slot.countHostCopy(length);
        if (writing != null) {
          writing.join();
        }
        next += length;
        if (next < end) {
          writing = ForkJoinPool.commonPool().submit(() -> target.writeBytes(at, piece));
        } else {
          target.writeBytes(at, piece);
        }
      }
    } finally {
      finish(writing);
    }
  }

  /** Nobody may use a bounce buffer after the copy, whatever ended it. */
  private static void finish(@Nullable ForkJoinTask<?> task) {
    if (task != null) {
      task.quietlyJoin(); // runs it here where no thread of the pool has begun it
    }
  }
}
