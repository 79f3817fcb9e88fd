package dev.sluice.cli.npy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Makes files byte by byte, right ones and wrong ones. */
final class NpyBytes {

  private NpyBytes() {}

  /** Returns a file of a version whose header is this text, unpadded. */
  static byte[] file(int version, String header, byte... data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return file(version, text.length, text, data);
  }

  /** Returns a file that says its header has a length, whatever it has. */
  static byte[] file(int version, long headerLength, byte[] header, byte... data) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(NpyHeader.MAGIC);
    file.write(version);
    file.write(0);
    ByteBuffer length = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    length.putLong(headerLength);
    file.write(length.array(), 0, version == 1 ? 2 : 4);
    file.writeBytes(header);
    file.writeBytes(data);
    return file.toByteArray();
  }

  /** Returns a header as NumPy writes it, without padding. */
  static String header(String descr, String shape) {
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  }
}
