package dev.sluice.callables;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The files of one folder; nothing outside it is read. Immutable. */
final class FolderFiles {

  private static final long MOST_DESCRIPTION_BYTES = 1 << 20;

  /** Larger objects than any that a device takes, and small enough to hold. */
  private static final long MOST_OBJECT_BYTES = 1L << 29;

  private final Path folder;

  FolderFiles(Path folder) {
    try {
      this.folder = folder.toRealPath();
    } catch (IOException e) {
      throw refused("the folder " + folder + " is not there, or cannot be read", "correct it", e);
    }
    if (!Files.isDirectory(this.folder)) {
      throw refused(folder + " is not a folder", "give the folder with the callable", null);
    }
  }

  byte[] description() {
    Path file = folder.resolve(CallableFolder.DESCRIPTION);
    if (!Files.isRegularFile(file)) {
      throw refused(
          "the folder " + folder + " has no " + CallableFolder.DESCRIPTION,
          "give the folder with the callable",
          null);
    }
    try {
      if (!file.toRealPath().startsWith(folder)) {
        throw refused(file + " is a link to outside the folder", "put the file itself there", null);
      }
    } catch (IOException e) {
      throw refused(file + " cannot be read: " + e, "make it readable", e);
    }
    return read(file, MOST_DESCRIPTION_BYTES);
  }

  /** Returns the bytes of the file that an object of the description names, checked against it. */
  byte[] contents(Described described) {
    String name = described.text("file");
    byte[] bytes = read(inside(described, name), MOST_OBJECT_BYTES);
    if (described.has("bytes")) {
      long expected = described.number("bytes", 0, MOST_OBJECT_BYTES);
      if (bytes.length != expected) {
        throw described.wrong(
            "says that " + name + " has " + expected + " bytes, but it has " + bytes.length,
            "package the callable again");
      }
    }
    if (described.has("sha256")) {
      String expected = described.text("sha256");
      String found = sha256(bytes);
      if (!found.equals(expected.toLowerCase(Locale.ROOT))) {
        throw described.wrong(
            "says that " + name + " has the SHA-256 " + expected + ", but it has " + found,
            "package the callable again");
      }
    }
    return bytes;
  }

  private Path inside(Described described, String name) {
    Path file;
    try {
      file = folder.resolve(name);
    } catch (InvalidPathException e) {
      throw described.wrong("names the file '" + name + "', which is no path", "correct it");
    }
    Path real;
    try {
      real = file.toRealPath();
    } catch (IOException e) {
      throw described.wrong("names the file '" + name + "', which is not there", "package it too");
    }
    if (Path.of(name).isAbsolute() || !real.startsWith(folder)) {
      throw described.wrong(
          "names the file '" + name + "', which is outside the folder",
          "put it into the folder, and name it from there");
    }
    if (!Files.isRegularFile(real)) {
      throw described.wrong("names '" + name + "', which is not a file", "name a file");
    }
    return real;
  }

  private static byte[] read(Path file, long most) {
    try {
      long size = Files.size(file);
      if (size > most) {
        throw refused(file + " has " + size + " bytes", "keep it to " + most, null);
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw refused(file + " cannot be read: " + e, "make it readable", e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static RejectedCallException refused(
      String problem, String remedy, @Nullable Throwable cause) {
    return new RejectedCallException(ErrorDetail.remedy(remedy), problem, cause);
  }
}
