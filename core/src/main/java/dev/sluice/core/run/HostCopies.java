package dev.sluice.core.run;

import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.transfer.CopyPieces;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;

/**
 * Copies a whole host tensor to or from device memory, piece by piece: direct memory as it is, heap
 * memory through the slot's bounce buffer. Guarded by the runtime's turn.
 */
final class HostCopies {

  private final MeteredDevice device;

  HostCopies(MeteredDevice device) {
    this.device = device;
  }

  void upload(RunSlot slot, HostTensor source, long handle, long offset) {
    for (long done = 0; done < source.byteCount(); ) {
      int length = CopyPieces.length(source, done);
      if (source.memory() instanceof DirectMemory direct) {
        device.copyToDevice(
            handle, offset + done, direct.range(source.offsetBytes() + done, length));
      } else {
        ByteBuffer bounce = slot.bounce(length);
        source.readBytes(done, bounce);
        slot.countHostCopy(length);
        device.copyToDevice(handle, offset + done, bounce.flip());
      }
      done += length;
    }
  }

  void download(RunSlot slot, long handle, long offset, HostTensor target) {
    for (long done = 0; done < target.byteCount(); ) {
      int length = CopyPieces.length(target, done);
      if (target.memory() instanceof DirectMemory direct) {
        device.copyToHost(handle, offset + done, direct.range(target.offsetBytes() + done, length));
      } else {
        ByteBuffer bounce = slot.bounce(length);
        device.copyToHost(handle, offset + done, bounce);
        target.writeBytes(done, bounce.clear().limit(length));
        slot.countHostCopy(length);
      }
      done += length;
    }
  }
}
