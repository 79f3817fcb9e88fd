package dev.sluice.tensor;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** Maps a range of a file as direct memory. */
final class MappedFile {

  private MappedFile() {}

  static DirectMemory map(Path file, ByteRange range, MappedAccess access) {
    boolean writable = access == MappedAccess.READ_WRITE;
    Set<StandardOpenOption> options =
        writable
            ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE)
            : Set.of(StandardOpenOption.READ);
    try (FileChannel channel = FileChannel.open(file, options)) {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      if (channel.size() < range.end()) {
        throw Refusal.of(
            file + " has " + channel.size() + " bytes, but " + range + " of it were asked for",
            "check the offset, the element type and the shape");
      }
      ByteBuffer[] segments = new ByteBuffer[DirectMemory.segmentCount(range.length())];
      for (int i = 0; i < segments.length; i++) {
        segments[i] =
            channel.map(
                writable ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY,
                range.offset() + (long) i * DirectMemory.SEGMENT_BYTES,
                DirectMemory.segmentLength(range.length(), i));
      }
      String description =
          (writable ? "a mapping of " : "mapped read-only from ") + file.getFileName();
      return new DirectMemory(
          segments,
          range.length(),
          writable,
          description,
          key == null ? null : new FileRange(key, range));
    } catch (IOException e) {
      throw new RejectedCallException(
          ErrorDetail.remedy("check that the file exists and allows " + access),
          "cannot map " + file + ": " + e,
          e);
    }
  }
}
