package dev.sluice.cli.npy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DirectMemory;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.MappedAccess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;

/**
 * Opens {@code .npy} files of format versions 1 to 3, in C order, little-endian, with element types
 * that {@link dev.sluice.tensor.DataType} has too. NumPy's single values, of shape {@code ()},
 * become tensors of shape [1]. Stateless.
 */
public final class NpyReader {

  /**
   * Bytes of the longest header that is read; what a version 1 file can have. The three entries
   * take some 80 bytes.
   */
  private static final int MAX_HEADER_BYTES = 0xFFFF;

  private static final String SAVE = "give a file that np.save wrote";
  private static final String COPY_AGAIN = "copy or save the file again";

  private NpyReader() {}

  /**
   * Returns a file's array as a read-only tensor, mapped without reading it. The file must stay as
   * it is while the tensor is used.
   *
   * @throws RejectedCallException naming the file, if it cannot be read or is no such file
   */
  public static HostTensor map(Path file) {
    NpyHeader header = header(file);
    return HostTensor.map(
        file, header.dataOffset(), header.type(), header.shape(), MappedAccess.READ_ONLY);
  }

  /**
   * Returns a file's array as a tensor in off-heap memory of its own, which can be written.
   *
   * @throws RejectedCallException naming the file, if it cannot be read or is no such file
   */
  public static HostTensor copy(Path file) {
    HostTensor mapped = map(file);
    HostTensor copy = HostTensor.allocate(mapped.dataType(), mapped.shape());
    DirectMemory source = (DirectMemory) mapped.memory();
    for (long done = 0; done < source.byteCount(); ) {
      int length = (int) source.contiguousBytes(done);
      copy.writeBytes(done, source.range(done, length));
      done += length;
    }
    return copy;
  }

  /** Reads and checks everything but the data. */
  static NpyHeader header(Path file) {
    try {
      requireRegular(file);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        return header(channel);
      }
    } catch (RejectedCallException refusal) {
      throw NpyRefusal.in(file, refusal);
    } catch (IOException e) {
      throw NpyRefusal.unreadable(file, e);
    }
  }

  /** Opening a pipe would wait for its other end, and a device may have no end. */
  private static void requireRegular(Path file) throws IOException {
    if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
      throw NpyRefusal.of(Files.isDirectory(file) ? "is a directory" : "is not a file", SAVE);
    }
  }

  private static NpyHeader header(FileChannel channel) throws IOException {
    long size = channel.size();
    if (size == 0) {
      throw NpyRefusal.of("the file is empty", SAVE);
    }
    ByteBuffer prefix = read(channel, 0, (int) Math.min(size, NpyHeader.PREFIX_BYTES));
    requireMagic(prefix);
    int version = version(prefix);
    int textAt = version == 1 ? NpyHeader.PREFIX_BYTES - Short.BYTES : NpyHeader.PREFIX_BYTES;
    if (prefix.capacity() < textAt) {
      throw truncated("its header", size);
    }
    int lengthAt = NpyHeader.MAGIC.length + 2;
    long length =
        version == 1
            ? Short.toUnsignedLong(prefix.getShort(lengthAt))
            : Integer.toUnsignedLong(prefix.getInt(lengthAt));
    if (length > size - textAt) {
      throw truncated("its header of " + length + " bytes", size);
    }
    if (length > MAX_HEADER_BYTES) {
      throw NpyRefusal.of(
          "the header has " + length + " bytes, more than " + MAX_HEADER_BYTES,
          "save the array again with np.save");
    }
    // A character for each byte: what is not ASCII is then refused where it stands.
    String text =
        new String(read(channel, textAt, (int) length).array(), StandardCharsets.ISO_8859_1);
    NpyHeader header = NpyHeader.of(text, textAt + length);
    requireData(header, size);
    return header;
  }

  private static void requireMagic(ByteBuffer prefix) {
    byte[] start =
        Arrays.copyOf(prefix.array(), Math.min(prefix.capacity(), NpyHeader.MAGIC.length));
    if (!Arrays.equals(start, NpyHeader.MAGIC)) {
      throw NpyRefusal.of(
          start[0] == 'P' && start.length > 1 && start[1] == 'K'
              ? "is an archive such as np.savez writes, not a .npy file"
              : "is not a .npy file: it does not start with \\x93NUMPY",
          SAVE);
    }
  }

  private static int version(ByteBuffer prefix) {
    int at = NpyHeader.MAGIC.length;
    if (prefix.capacity() < at + 2) {
      throw truncated("its version", prefix.capacity());
    }
    int major = Byte.toUnsignedInt(prefix.get(at));
    int minor = Byte.toUnsignedInt(prefix.get(at + 1));
    if (major < 1 || major > 3 || minor != 0) {
      throw NpyRefusal.of(
          "is of format version " + major + "." + minor, "save it in version 1.0, 2.0 or 3.0");
    }
    return major;
  }

  private static void requireData(NpyHeader header, long size) {
    long expected = header.byteCount();
    long actual = size - header.dataOffset();
    if (actual == expected) {
      return;
    }
    throw NpyRefusal.of(
        "shape "
            + header.shape()
            + " in "
            + header.type()
            + " takes "
            + expected
            + " bytes, but behind the header the file has "
            + actual,
        actual < expected ? COPY_AGAIN : "save each array to a file of its own");
  }

  private static ByteBuffer read(FileChannel channel, long position, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, position + bytes.position()) < 0) {
        throw truncated("its header", position + bytes.position());
      }
    }
    return bytes.flip();
  }

  private static RejectedCallException truncated(String what, long size) {
    return NpyRefusal.of(
        "the file ends after " + size + " bytes, before " + what + " does", COPY_AGAIN);
  }
}
