package dev.sluice.tensor;

/**
 * Which bytes of which file memory is a mapping of. Two that are equal are over the same bytes.
 *
 * @param file the file system's own key of the file, whatever its name
 * @param range in bytes from the start of the file
 */
public record FileRange(Object file, ByteRange range) {

  /**
   * Returns a part.
   *
   * @param offset in bytes from the start of this range
   * @param length in bytes
   */
  public FileRange part(long offset, long length) {
    return new FileRange(file, new ByteRange(range.offset() + offset, length));
  }
}
