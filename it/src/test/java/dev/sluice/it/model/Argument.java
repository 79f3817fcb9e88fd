package dev.sluice.it.model;

import dev.sluice.ArgDirection;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * One tensor argument of a modelled call. Immutable.
 *
 * @param direction as declared, or UNKNOWN behind the declared ones
 * @param where whose memory
 * @param type element type
 * @param elements number of elements, zero too
 * @param seed decides the initial bytes
 */
public record Argument(
    ArgDirection direction, Where where, DataType type, int elements, long seed) {

  /** Returns the shape of the tensor; of rank 2 now and then. */
  Shape shape() {
    boolean twoDimensions = elements % 4 == 0 && seed % 2 == 0 && where != Where.DEVICE_STRIDED;
    return twoDimensions ? Shape.of(elements / 4, 4) : Shape.of(elements);
  }

  /** Returns the elements of the memory that the tensor lies in. */
  int wholeElements() {
    return 2 * where.guardElements() + where.stride() * elements;
  }

  /** Returns the bytes that the memory around and in the tensor holds at first. */
  byte[] initialBytes() {
    ByteBuffer bytes =
        ByteBuffer.allocate(wholeElements() * type.byteSize() + Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    SplittableRandom random = new SplittableRandom(seed);
    while (bytes.remaining() >= Long.BYTES) {
      bytes.putLong(random.nextLong());
    }
    byte[] exact = new byte[wholeElements() * type.byteSize()];
    bytes.get(0, exact);
    return exact;
  }

  /** Returns where in the whole memory an element of the tensor starts, in bytes. */
  int byteOffset(int element) {
    return (where.guardElements() + where.stride() * element) * type.byteSize();
  }

  long byteCount() {
    return (long) elements * type.byteSize();
  }
}
