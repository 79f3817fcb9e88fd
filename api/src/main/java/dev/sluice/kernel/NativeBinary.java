package dev.sluice.kernel;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The bytes of one object, never empty. Immutable; equal where the bytes are. */
final class NativeBinary {

  private final byte[] bytes;

  private NativeBinary(byte[] bytes) {
    this.bytes = bytes;
  }

  static NativeBinary of(String what, byte[] bytes) {
    return checked(what, "", bytes.clone());
  }

  static NativeBinary read(String what, Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException | OutOfMemoryError e) {
      throw new RejectedCallException(
          ErrorDetail.remedy("give a file that can be read whole"),
          what + " cannot be read from " + file + ": " + e,
          e);
    }
    return checked(what, " in " + file, bytes);
  }

  private static NativeBinary checked(String what, String where, byte[] bytes) {
    if (bytes.length == 0) {
      throw new RejectedCallException(
          ErrorDetail.remedy("give the object that the compiler made"), what + where + " is empty");
    }
    return new NativeBinary(bytes);
  }

  /** Returns a read-only view with a position of its own. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NativeBinary that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
