package dev.sluice.core.run;

import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/**
 * Copies a whole host tensor to or from device memory, piece by piece: direct memory as it is, heap
 * memory through the slot's two bounce buffers, so that the host's copy of one piece goes on beside
 * the device's copy of its neighbour. Guarded by the runtime's turn.
 */
final class HostCopies {

  private final MeteredDevice device;

  HostCopies(MeteredDevice device) {
    this.device = device;
  }

  void upload(RunSlot slot, HostTensor source, long handle, long offset) {
    if (!(source.memory() instanceof DirectMemory direct)) {
      uploadHeap(slot, source, handle, offset);
      return;
    }
    for (long done = 0; done < source.byteCount(); ) {
      int length = CopyPieces.length(source, done);
      device.copyToDevice(handle, offset + done, direct.range(source.offsetBytes() + done, length));
      done += length;
    }
  }

  void download(RunSlot slot, long handle, long offset, HostTensor target) {
    if (!(target.memory() instanceof DirectMemory direct)) {
      downloadHeap(slot, handle, offset, target);
      return;
    }
    for (long done = 0; done < target.byteCount(); ) {
      int length = CopyPieces.length(target, done);
      device.copyToHost(handle, offset + done, direct.range(target.offsetBytes() + done, length));
      done += length;
    }
  }

  /** While the device takes a piece, the next one is read into the other buffer. */
  private void uploadHeap(RunSlot slot, HostTensor source, long handle, long offset) {
    ForkJoinTask<ByteBuffer> reading = null;
    try {
      for (long at = 0; at < source.byteCount(); ) {
        ByteBuffer piece =
            reading == null ? read(bounce(slot, source, at), source, at) : reading.join();
        slot.countHostCopy(piece.remaining());
        long next = at + piece.remaining();
        if (next < source.byteCount()) {
          ByteBuffer free = bounce(slot, source, next);
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
  private void downloadHeap(RunSlot slot, long handle, long offset, HostTensor target) {
    ForkJoinTask<?> writing = null;
    try {
      for (long done = 0; done < target.byteCount(); ) {
        long at = done;
        ByteBuffer piece = bounce(slot, target, at);
        int length = piece.remaining();
        device.copyToHost(handle, offset + at, piece);
        piece.clear().limit(length);
        slot.countHostCopy(length);
        if (writing != null) {
          writing.join();
        }
        done += length;
        if (done < target.byteCount()) {
          writing = ForkJoinPool.commonPool().submit(() -> target.writeBytes(at, piece));
        } else {
          target.writeBytes(at, piece);
        }
      }
    } finally {
      finish(writing);
    }
  }

  private static ByteBuffer bounce(RunSlot slot, HostTensor tensor, long at) {
    int turn = (int) (at / CopyPieces.HEAP_PIECE_BYTES % RunSlot.BOUNCE_BUFFERS);
    return slot.bounce(turn, CopyPieces.length(tensor, at));
  }

  /** Nobody may use a bounce buffer after the copy, whatever ended it. */
  private static void finish(@Nullable ForkJoinTask<?> task) {
    if (task != null) {
      task.quietlyJoin(); // runs it here where no thread of the pool has begun it
    }
  }
}
