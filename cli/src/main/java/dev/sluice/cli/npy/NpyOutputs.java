package dev.sluice.cli.npy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.HostTensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The files that results are written to, each whole or not at all, and never over an input. A file
 * that is there already is replaced and its permissions are kept. Confined to one thread.
 *
 * <p>All results are first written to temporary files beside their places, then moved there one
 * after the other, so that a full disk leaves every file as it was.
 */
public final class NpyOutputs {

  private static final int CHUNK_BYTES = 1 << 20;

  private final List<Path> targets;
  private final List<Path> inputs;

  private NpyOutputs(List<Path> targets, List<Path> inputs) {
    this.targets = List.copyOf(targets);
    this.inputs = List.copyOf(inputs);
  }

  /**
   * Returns outputs that can be written as far as can be told now; nothing is written yet.
   *
   * @param inputs files that must stay as they are
   * @throws RejectedCallException if a target is an input by any name, another target, no plain
   *     file, or in a folder that cannot be written
   */
  public static NpyOutputs checked(List<Path> targets, List<Path> inputs) {
    NpyOutputs outputs = new NpyOutputs(targets, inputs);
    outputs.places();
    return outputs;
  }

  /**
   * Writes the results.
   *
   * @param tensors one for each target, in their order
   * @throws RejectedCallException if a target has become what {@link #checked} refuses
   * @throws UncheckedIOException if writing fails; no temporary file is left
   */
  public void write(List<HostTensor> tensors) {
    List<Path> places = places();
    List<Path> temporaries = new ArrayList<>();
    int moved = 0;
    try {
      for (int i = 0; i < places.size(); i++) {
        writeBeside(places.get(i), tensors.get(i), temporaries);
      }
      while (moved < places.size()) {
        Files.move(
            temporaries.get(moved),
            places.get(moved),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
        moved++;
      }
    } catch (IOException e) {
      UncheckedIOException failure = new UncheckedIOException(notWritten(moved, e), e);
      delete(temporaries.subList(moved, temporaries.size()), failure);
      throw failure;
    } catch (RuntimeException | Error e) {
      delete(temporaries.subList(moved, temporaries.size()), e);
      throw e;
    }
  }

  private String notWritten(int moved, IOException cause) {
    return "the results could not be written: "
        + NpyRefusal.describe(cause)
        + (moved == 0
            ? "; no file was changed"
            : "; written before that: " + targets.subList(0, moved));
  }

  private static void delete(List<Path> temporaries, Throwable first) {
    for (Path temporary : temporaries) {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException e) {
        first.addSuppressed(e);
      }
    }
  }

  private static void writeBeside(Path place, HostTensor tensor, List<Path> temporaries)
      throws IOException {
    Path temporary =
        place.resolveSibling(
            ".sluice-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      temporaries.add(temporary);
      takePermissions(place, temporary);
      writeFully(channel, NpyHeader.encode(tensor.dataType(), tensor.shape()));
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
      for (long done = 0; done < tensor.byteCount(); done += chunk.limit()) {
        chunk.clear().limit((int) Math.min(CHUNK_BYTES, tensor.byteCount() - done));
        tensor.readBytes(done, chunk);
        writeFully(channel, chunk.flip());
      }
      // On the disk before it takes its name, or a power failure could leave half of it there.
      channel.force(true);
    }
  }

  /** Gives a file the permissions of the one that it will replace, before anything is in it. */
  private static void takePermissions(Path replaced, Path temporary) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    if (view != null && Files.exists(replaced)) {
      view.setPermissions(Files.getPosixFilePermissions(replaced));
    }
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Returns the targets by their real paths, if all of them can be written. */
  private List<Path> places() {
    List<Path> places = new ArrayList<>();
    for (Path target : targets) {
      try {
        Path place = place(target);
        requireNoInput(place);
        for (Path other : places) {
          if (isSame(place, other)) {
            throw NpyRefusal.of("is given for two results", "give each result a file of its own");
          }
        }
        places.add(place);
      } catch (RejectedCallException refusal) {
        throw NpyRefusal.in(target, refusal);
      } catch (IOException e) {
        throw NpyRefusal.unreadable(target, e);
      }
    }
    return places;
  }

  private static Path place(Path target) throws IOException {
    if (Files.exists(target)) {
      if (!Files.isRegularFile(target)) {
        throw NpyRefusal.of(
            Files.isDirectory(target) ? "is a directory" : "is not a plain file",
            "give the path of a file");
      }
      return requireWritableFolder(target.toRealPath());
    }
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw NpyRefusal.of("is a link to nothing", "give the path of a file");
    }
    Path absolute = target.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw NpyRefusal.of("the folder does not exist", "make it, or give another path");
    }
    return requireWritableFolder(folder.toRealPath().resolve(absolute.getFileName()));
  }

  private static Path requireWritableFolder(Path place) {
    if (!Files.isWritable(place.getParent())) {
      throw NpyRefusal.of("the folder cannot be written", "give another path");
    }
    return place;
  }

  private void requireNoInput(Path place) throws IOException {
    for (Path input : inputs) {
      if (isSame(place, input.toRealPath())) {
        throw NpyRefusal.of(
            "is read by the same command, as " + NpyRefusal.printable(input.toString()),
            "give the result a file of its own");
      }
    }
  }

  /** Compares what the paths lead to, so that links of both kinds are seen through. */
  private static boolean isSame(Path a, Path b) throws IOException {
    return a.equals(b) || (Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b));
  }
}
