package dev.sluice.core.audit;

import dev.sluice.tensor.HostTensor;
import java.nio.ByteBuffer;

/** Goes through tensors of equal size side by side, a chunk at a time. Stateless. */
final class Chunks {

  /** A multiple of every element size, as reads of primitive arrays must be. */
  private static final int CHUNK_BYTES = 1 << 16;

  /** Looks at a chunk of each tensor. */
  interface Visitor {
    void visit(long offset, int length, byte[][] chunks);
  }

  private Chunks() {}

  static void each(long byteCount, Visitor visitor, HostTensor... tensors) {
    byte[][] chunks = new byte[tensors.length][(int) Math.min(CHUNK_BYTES, byteCount)];
    for (long offset = 0; offset < byteCount; offset += CHUNK_BYTES) {
      int length = (int) Math.min(CHUNK_BYTES, byteCount - offset);
      for (int i = 0; i < tensors.length; i++) {
        tensors[i].readBytes(offset, ByteBuffer.wrap(chunks[i], 0, length));
      }
      visitor.visit(offset, length, chunks);
    }
  }
}
