package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A direct buffer that grows and is used again. Confined to the context's thread. */
final class FlatBuffer {

  private static final int FIRST_BYTES = 4096;

  private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /** Returns the buffer, empty, with room for so many bytes. */
  ByteBuffer cleared(long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw DeviceFailure.refused(
          "what is to be handed over has " + bytes + " bytes", "it can have at most 2^31 - 1");
    }
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    return buffer.clear();
  }
}
