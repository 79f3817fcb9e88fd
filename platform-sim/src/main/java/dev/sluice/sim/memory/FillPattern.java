package dev.sluice.sim.memory;

import dev.sluice.tensor.DirectMemory;
import java.nio.ByteBuffer;

/**
 * What device memory holds that nobody has written: a row of bytes without a zero, in which every
 * FLOAT32, FLOAT16 and BFLOAT16 is a NaN and every signed integer negative, so that a kernel which
 * counts on fresh memory does not get away with it. (A single byte cannot be told from data: 8-bit
 * floats are merely odd values.) Every odd byte is 0xFF, every even one 0xC0 plus a count that
 * repeats after 61, so neighbours differ. Stateless.
 */
public final class FillPattern {

  private static final int PERIOD_BYTES = 2 * 61;
  private static final int BLOCK_BYTES = PERIOD_BYTES * 512;
  private static final byte[] BLOCK = block();

  private FillPattern() {}

  private static byte[] block() {
    byte[] block = new byte[BLOCK_BYTES];
    for (int i = 0; i < block.length; i++) {
      block[i] = at(i);
    }
    return block;
  }

  /** Returns the byte that a filled allocation has at an offset. */
  public static byte at(long offset) {
    return (byte) (offset % 2 == 1 ? 0xFF : 0xC0 + (offset % PERIOD_BYTES) / 2);
  }

  /** Fills a range of an allocation. */
  public static void fill(DirectMemory memory, long offset, long length) {
    for (long done = 0; done < length; ) {
      int phase = (int) ((offset + done) % PERIOD_BYTES);
      long at = offset + done;
      int bytes =
          (int) Math.min(BLOCK_BYTES - phase, Math.min(length - done, memory.contiguousBytes(at)));
      ByteBuffer target = memory.range(at, bytes);
      target.put(BLOCK, phase, bytes);
      done += bytes;
    }
  }
}
