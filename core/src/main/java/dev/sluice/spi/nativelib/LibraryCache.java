package dev.sluice.spi.nativelib;

import dev.sluice.spi.DeviceFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps libraries in a folder that nobody but the user can enter, each under its SHA-256. Immutable
 * and thread-safe; several processes may use one folder at once, since a file takes its name when
 * it is whole.
 */
final class LibraryCache {

  private static final Logger LOG = LoggerFactory.getLogger("dev.sluice.nativelib");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Belongs to the user that this process runs as. */
  private static final Path OWN_PROCESS = Path.of("/proc/self");

  private final Path folder;
  private final String moving;

  /**
   * Makes a cache; nothing is touched.
   *
   * @param folder is made when it is needed
   * @param moving how to choose another folder: an imperative clause
   */
  LibraryCache(Path folder, String moving) {
    this.folder = folder;
    this.moving = moving;
  }

  /**
   * Returns a file with these bytes, and makes it unless it is there. One with other bytes is
   * replaced: the folder is the user's own, so nobody else's file is lost.
   *
   * @throws DeviceFailure REFUSED, if the folder is not the user's alone; FAILED, if the file
   *     cannot be written
   */
  Path keep(byte[] library, String name) {
    Path at = folder;
    try {
      requirePrivate(folder);
      at = folder.resolve(sha256(library));
      requirePrivate(at);
      Path file = at.resolve(name);
      if (!holds(file, library)) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          LOG.warn("{} is not what it was made as; it is replaced", file);
        }
        write(file, library);
      }
      return file;
    } catch (IOException | UnsupportedOperationException e) {
      throw DeviceFailure.failed("the native library cannot be kept in " + at + ": " + e, e)
          .withRemedy(moving);
    }
  }

  /** Makes the folder, or sees that it is nobody else's. */
  private void requirePrivate(Path wanted) throws IOException {
    if (!Files.isDirectory(wanted)) {
      Files.createDirectories(wanted, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }
    Object owner = Files.getAttribute(wanted, "unix:uid");
    Object user = Files.getAttribute(OWN_PROCESS, "unix:uid");
    if (!owner.equals(user)) {
      throw refused(
          wanted, "belongs to the user with number " + owner + ", not to " + user, moving);
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(wanted);
    if (!permissions.equals(OWNER_ONLY)) {
      throw refused(
          wanted,
          "has permissions " + PosixFilePermissions.toString(permissions) + ", not rwx------",
          "see who wrote there, then: chmod 700 " + wanted + "; or " + moving);
    }
  }

  private static DeviceFailure refused(Path folder, String problem, String remedy) {
    return DeviceFailure.refused(
        "the folder " + folder + ", in which the native library is kept, " + problem, remedy);
  }

  /** Compares all bytes, which says no less than comparing hashes. */
  private static boolean holds(Path file, byte[] library) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == library.length
        && Arrays.equals(Files.readAllBytes(file), library);
  }

  private static void write(Path file, byte[] library) throws IOException {
    Path whole = Files.createTempFile(file.getParent(), file.getFileName() + ".", ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(whole, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(library);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        // On the disk before it takes its name, or a power failure could leave half of it there.
        channel.force(true);
      }
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
