package dev.sluice.cli.npy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What stands in front of a file's data. Immutable.
 *
 * @param type the elements
 * @param shape NumPy's shape; [1] for NumPy's {@code ()}
 * @param dataOffset where the data starts, in bytes
 */
record NpyHeader(DataType type, Shape shape, long dataOffset) {

  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** Magic, version, and the longer of the two forms of the header's length. */
  static final int PREFIX_BYTES = 12;

  private static final int VERSION_1_PREFIX_BYTES = 10;

  /** What NumPy aligns the data to (numpy.lib.format, ARRAY_ALIGN). */
  private static final int ALIGNMENT = 64;

  /** Returns the header that the text of one means. */
  static NpyHeader of(String text, long dataOffset) {
    HeaderText.Fields fields = HeaderText.parse(text);
    DataType type = NpyType.of(fields.descr());
    if (fields.fortranOrder()) {
      throw NpyRefusal.of(
          "the array is in Fortran order, but tensors are in C order",
          "reorder it before saving: np.ascontiguousarray(a)");
    }
    return new NpyHeader(type, shape(fields.extents()), dataOffset);
  }

  private static Shape shape(long[] extents) {
    if (extents.length > Shape.MAX_RANK) {
      throw NpyRefusal.of(
          "the array has "
              + extents.length
              + " dimensions, but a tensor has at most "
              + Shape.MAX_RANK,
          "merge dimensions before saving: a.reshape(...)");
    }
    return extents.length == 0 ? Shape.of(1) : Shape.of(extents);
  }

  /**
   * Returns the bytes of the data.
   *
   * @throws RejectedCallException if they do not fit 64 bits
   */
  long byteCount() {
    return shape.byteCount(type);
  }

  /** Returns a version 1 header, as NumPy writes it, up to where the data starts. */
  static ByteBuffer encode(DataType type, Shape shape) {
    String extents =
        Arrays.stream(shape.dimensions())
            .mapToObj(Long::toString)
            .collect(Collectors.joining(", ", "(", shape.rank() == 1 ? ",)" : ")"));
    String text =
        "{'descr': '"
            + NpyType.descr(type)
            + "', 'fortran_order': False, 'shape': "
            + extents
            + ", }";
    int unpadded = VERSION_1_PREFIX_BYTES + text.length() + 1;
    int length = (unpadded + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).put((byte) 1).put((byte) 0);
    bytes.putShort((short) (length - VERSION_1_PREFIX_BYTES));
    bytes.put((text + " ".repeat(length - unpadded) + '\n').getBytes(StandardCharsets.US_ASCII));
    return bytes.flip();
  }
}
