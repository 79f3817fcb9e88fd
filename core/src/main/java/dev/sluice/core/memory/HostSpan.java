package dev.sluice.core.memory;

import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.FileRange;
import dev.sluice.tensor.HeapMemory;
import dev.sluice.tensor.HostMemory;
import dev.sluice.tensor.HostTensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of a host tensor are: direct memory by address, heap memory by its array. Two
 * tensors that were made apart are seen to be over the same bytes. Immutable.
 */
public final class HostSpan {

  /** Stands for all memory that has an address. */
  private static final Object OFF_HEAP = new Object();

  /**
   * Bytes that lie side by side.
   *
   * @param space what {@code start} and {@code end} count in; compared by identity
   * @param start first byte
   * @param end behind the last
   * @param tensorStart where the tensor would start, if all of it lay side by side with this
   */
  public record Part(Object space, long start, long end, long tensorStart) {

    boolean isSame(Part other) {
      return space == other.space && start == other.start && end == other.end;
    }

    boolean overlaps(Part other) {
      return space == other.space && start < other.end && other.start < end;
    }
  }

  private final List<Part> parts;
  private final @Nullable FileRange file;

  private HostSpan(List<Part> parts, @Nullable FileRange file) {
    this.parts = parts;
    this.file = file;
  }

  /** Returns where a tensor's bytes are; nowhere if it has none. */
  public static HostSpan of(HostTensor tensor) {
    List<Part> parts = new ArrayList<>(1);
    HostMemory memory = tensor.memory();
    if (memory instanceof DirectMemory direct) {
      for (long done = 0; done < tensor.byteCount(); ) {
        long at = tensor.offsetBytes() + done;
        int length = (int) Math.min(direct.contiguousBytes(at), tensor.byteCount() - done);
        long address = BufferAddress.of(direct.range(at, length));
        parts.add(new Part(OFF_HEAP, address, address + length, address - done));
        done += length;
      }
      return new HostSpan(
          parts,
          direct
              .file()
              .map(all -> all.part(tensor.offsetBytes(), tensor.byteCount()))
              .orElse(null));
    }
    if (memory instanceof HeapMemory heap && tensor.byteCount() > 0) {
      Object array = heap.array();
      // Behind a read-only heap buffer the array is hidden; one tensor object still overlaps
      // itself.
      Object space = array == null ? heap : array;
      long start = heap.arrayOffset() + tensor.offsetBytes();
      parts.add(new Part(space, start, start + tensor.byteCount(), start));
    }
    return new HostSpan(parts, null);
  }

  /** Returns the stretches of bytes that lie side by side, in order. */
  public List<Part> parts() {
    return parts;
  }

  /** Returns whether both are the same bytes, at least one: of memory, or of a mapped file. */
  public boolean isSame(HostSpan other) {
    if (parts.isEmpty() || parts.size() != other.parts.size()) {
      return false;
    }
    if (file != null && file.equals(other.file)) {
      return true;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).isSame(other.parts.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the two have bytes of memory in common. */
  public boolean overlaps(HostSpan other) {
    return parts.stream().anyMatch(part -> other.parts.stream().anyMatch(part::overlaps));
  }
}
