package dev.sluice.core.run;

import dev.sluice.TransferPlan;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;

/**
 * Copies the arguments of a pack together, through one of the slot's bounce buffers. Guarded by the
 * runtime's turn.
 */
final class PackedCopies {

  private final MeteredDevice device;

  PackedCopies(MeteredDevice device) {
    this.device = device;
  }

  void upload(RunSlot slot, PreparedCall call, StagingLayout layout, TransferPlan.Pack pack) {
    int first = pack.arguments().get(0);
    ByteBuffer together = slot.bounce(0, (int) pack.byteCount());
    for (int index : pack.arguments()) {
      HostTensor source = (HostTensor) call.tensor(index);
      together.limit(together.position() + (int) source.byteCount());
      source.readBytes(0, together);
      slot.countHostCopy(source.byteCount());
    }
    device.copyToDevice(
        slot.staging().handle(layout, first), layout.offset(first), together.flip());
    count(slot, call, pack);
  }

  void download(RunSlot slot, PreparedCall call, StagingLayout layout, TransferPlan.Pack pack) {
    int first = pack.arguments().get(0);
    ByteBuffer together = slot.bounce(0, (int) pack.byteCount());
    device.copyToHost(slot.staging().handle(layout, first), layout.offset(first), together);
    int start = 0;
    for (int index : pack.arguments()) {
      HostTensor target = (HostTensor) call.tensor(index);
      int end = start + (int) target.byteCount();
      target.writeBytes(0, together.clear().position(start).limit(end));
      slot.countHostCopy(target.byteCount());
      start = end;
    }
    count(slot, call, pack);
  }

  private static void count(RunSlot slot, PreparedCall call, TransferPlan.Pack pack) {
    int copies = 1;
    for (int index : pack.arguments()) {
      slot.countPacked(pack.transfer(), index, call.tensor(index).byteCount(), copies);
      copies = 0;
    }
  }
}
