package dev.sluice.sim.memory;

import dev.sluice.spi.DeviceFailure;
import dev.sluice.tensor.DirectMemory;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A device's address space: allocations by handle, each at an address that is no host address and
 * is never given out again. Every access is checked, and a wrong one is refused by the name of the
 * allocation. Thread-safe.
 */
public final class SimMemory {

  /** Far above what a 64-bit host gives to a process, and recognisable in a log. */
  private static final long FIRST_ADDRESS = 0x00D0_0000_0000_0000L;

  /** How many freed allocations are remembered by size and address, for messages. */
  private static final int REMEMBERED = 1024;

  private static final class Block {

    private final long handle;
    private final long address;
    private final long bytes;
    private final DirectMemory memory;

    /** The memory's segments, kept so that a copy makes no buffer. Only absolute access. */
    private final ByteBuffer[] segments;

    Block(long handle, long address, DirectMemory memory) {
      this.handle = handle;
      this.address = address;
      this.bytes = memory.byteCount();
      this.memory = memory;
      this.segments =
          new ByteBuffer
              [Math.toIntExact(
                  (bytes + DirectMemory.SEGMENT_BYTES - 1) / DirectMemory.SEGMENT_BYTES)];
      for (int i = 0; i < segments.length; i++) {
        long start = (long) i * DirectMemory.SEGMENT_BYTES;
        segments[i] = memory.range(start, (int) memory.contiguousBytes(start));
      }
    }

    void write(long offset, ByteBuffer source) {
      int from = source.position();
      int length;
      for (int done = 0; done < source.remaining(); done += length) {
        length = inSegment(offset + done, source.remaining() - done);
        segment(offset + done).put(place(offset + done), source, from + done, length);
      }
    }

    boolean holds(long offset, ByteBuffer bytes) {
      int from = bytes.position();
      int length;
      for (int done = 0; done < bytes.remaining(); done += length) {
        length = inSegment(offset + done, bytes.remaining() - done);
        ByteBuffer here = segment(offset + done).slice(place(offset + done), length);
        if (here.mismatch(bytes.slice(from + done, length)) >= 0) {
          return false;
        }
      }
      return true;
    }

    void read(long offset, ByteBuffer target) {
      int to = target.position();
      int length;
      for (int done = 0; done < target.remaining(); done += length) {
        length = inSegment(offset + done, target.remaining() - done);
        target.put(to + done, segment(offset + done), place(offset + done), length);
      }
    }

    private ByteBuffer segment(long offset) {
      return segments[(int) (offset / DirectMemory.SEGMENT_BYTES)];
    }

    private static int place(long offset) {
      return (int) (offset % DirectMemory.SEGMENT_BYTES);
    }

    private static int inSegment(long offset, int length) {
      return Math.min(length, DirectMemory.SEGMENT_BYTES - place(offset));
    }

    String describe() {
      return "allocation "
          + handle
          + " ("
          + bytes
          + " bytes at 0x"
          + Long.toHexString(address)
          + ")";
    }
  }

  private final long capacityBytes;
  private final long alignmentBytes;
  private final boolean patterned;
  private final Map<Long, Block> live = new HashMap<>();
  private final Map<Long, String> freed =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
          return size() > REMEMBERED;
        }
      };
  private long lastHandle;
  private long nextAddress = FIRST_ADDRESS;
  private long liveBytes;
  private long peakLiveBytes;

  /**
   * Makes an empty memory.
   *
   * @param capacityBytes the most bytes that are allocated at once
   * @param alignmentBytes what addresses are multiples of; a power of two
   * @param patterned whether fresh memory is filled with the pattern
   */
  public SimMemory(long capacityBytes, long alignmentBytes, boolean patterned) {
    this.capacityBytes = capacityBytes;
    this.alignmentBytes = alignmentBytes;
    this.patterned = patterned;
  }

  /** Allocates, and fills with the pattern; returns the handle. */
  public synchronized long allocate(long bytes) {
    if (bytes < 1) {
      throw DeviceFailure.refused("an allocation of " + bytes + " bytes", "ask for at least 1");
    }
    if (bytes > capacityBytes - liveBytes) {
      throw DeviceFailure.outOfMemory(
          "the device has "
              + capacityBytes
              + " bytes, of which "
              + liveBytes
              + " are in use; "
              + bytes
              + " more do not fit");
    }
    DirectMemory memory = hostMemory(bytes);
    if (patterned) {
      FillPattern.fill(memory, 0, bytes);
    }
    Block block = new Block(++lastHandle, nextAddress, memory);
    nextAddress += (bytes + alignmentBytes) & -alignmentBytes; // at least one byte apart
    live.put(block.handle, block);
    liveBytes += bytes;
    peakLiveBytes = Math.max(peakLiveBytes, liveBytes);
    return block.handle;
  }

  private static DirectMemory hostMemory(long bytes) {
    try {
      return DirectMemory.allocate(bytes);
    } catch (OutOfMemoryError e) {
      DeviceFailure full =
          DeviceFailure.outOfMemory(
                  "the host cannot hold " + bytes + " more bytes of device memory")
              .withRemedy("raise -XX:MaxDirectMemorySize");
      full.addSuppressed(e);
      throw full;
    }
  }

  /** Frees an allocation; returns how many bytes it had. */
  public synchronized long free(long handle) {
    Block block = block(handle);
    live.remove(handle);
    freed.put(handle, block.describe());
    liveBytes -= block.bytes;
    return block.bytes;
  }

  /** Copies all remaining bytes of {@code source}, whose position stays, into an allocation. */
  public void write(long handle, long offset, ByteBuffer source) {
    block(handle, offset, source.remaining()).write(offset, source);
  }

  /** Returns whether an allocation holds all remaining bytes of a buffer, whose position stays. */
  public boolean holds(long handle, long offset, ByteBuffer bytes) {
    return block(handle, offset, bytes.remaining()).holds(offset, bytes);
  }

  /** Copies bytes of an allocation until {@code target} is full; its position stays. */
  public void read(long handle, long offset, ByteBuffer target) {
    block(handle, offset, target.remaining()).read(offset, target);
  }

  /** Returns an allocation's bytes, of which a range is about to be used. */
  public DirectMemory range(long handle, long offset, long length) {
    return block(handle, offset, length).memory;
  }

  private synchronized Block block(long handle, long offset, long length) {
    Block block = block(handle);
    if (offset < 0 || length < 0 || offset > block.bytes - length) {
      throw DeviceFailure.refused(
          "bytes " + offset + ".." + (offset + length) + " reach outside " + block.describe(),
          null);
    }
    return block;
  }

  /** Returns the address of an allocation. */
  public synchronized long address(long handle) {
    return block(handle).address;
  }

  private Block block(long handle) {
    Block block = live.get(handle);
    if (block == null) {
      String known = freed.get(handle);
      throw DeviceFailure.refused(
          known == null ? "there is no allocation " + handle : known + " has been freed", null);
    }
    return block;
  }

  /** Returns the bytes that are allocated now. */
  public synchronized long liveBytes() {
    return liveBytes;
  }

  /** Returns the most bytes that were ever allocated at once. */
  public synchronized long peakLiveBytes() {
    return peakLiveBytes;
  }

  /** Gives all memory back. */
  public synchronized void clear() {
    live.forEach((handle, block) -> freed.put(handle, block.describe()));
    live.clear();
    liveBytes = 0;
  }
}
