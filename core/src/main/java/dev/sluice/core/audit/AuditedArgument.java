package dev.sluice.core.audit;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceRuntime;
import dev.sluice.error.ArgumentRef;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One argument of an audit: what its runs start with, and what they show of it. {@link Verdicts}
 * says what follows. Not thread-safe.
 */
final class AuditedArgument {

  private final ArgumentRef ref;
  private final ArgDirection declared;
  private final boolean delegated;

  /** What the argument usually holds: of the caller, or the pattern. */
  private final HostTensor usual;

  /** What the runs get and fill. */
  private final HostTensor work;

  /** What the first run left. */
  private final HostTensor first;

  private final DataType type;
  private final int elementBytes;
  private Contents contents = Contents.USUAL;
  private final FoundBytes written = new FoundBytes();
  private final FoundBytes unsteady = new FoundBytes();
  private final FoundBytes left = new FoundBytes();
  private final FoundBytes dependent = new FoundBytes();
  private final List<AuditedArgument> influenced = new ArrayList<>();
  private @Nullable String failure;
  private @Nullable String chanceFailure;
  private @Nullable String loss;

  /**
   * Takes an argument of a call.
   *
   * @param delegated whether the artifact reads it on the host
   */
  AuditedArgument(
      ArgumentRef ref,
      ArgDirection declared,
      boolean delegated,
      Tensor tensor,
      DeviceRuntime runtime) {
    this.ref = ref;
    this.declared = declared;
    this.delegated = delegated;
    this.usual = declared == ArgDirection.OUT ? patterned(tensor) : onHost(tensor, runtime);
    this.type = tensor.dataType();
    this.elementBytes = type.byteSize();
    this.work = HostTensor.allocate(tensor.dataType(), tensor.shape());
    this.first = isTriedWithOther() ? HostTensor.allocate(tensor.dataType(), tensor.shape()) : work;
  }

  private static HostTensor onHost(Tensor tensor, DeviceRuntime runtime) {
    if (tensor instanceof DeviceTensor onDevice) {
      return runtime.download(onDevice);
    }
    if (tensor instanceof ManagedTensor managed) {
      HostTensor copy = HostTensor.allocate(tensor.dataType(), tensor.shape());
      managed.read(
          contents ->
              Chunks.each(
                  copy.byteCount(),
                  (offset, length, chunks) ->
                      copy.writeBytes(offset, ByteBuffer.wrap(chunks[0], 0, length)),
                  contents));
      return copy;
    }
    return (HostTensor) tensor;
  }

  private static HostTensor patterned(Tensor tensor) {
    HostTensor pattern = HostTensor.allocate(tensor.dataType(), tensor.shape());
    Chunks.each(
        pattern.byteCount(),
        (offset, length, chunks) -> {
          for (int i = 0; i < length; i++) {
            chunks[0][i] = Contents.pattern(offset + i);
          }
          pattern.writeBytes(offset, ByteBuffer.wrap(chunks[0], 0, length));
        },
        pattern);
    return pattern;
  }

  ArgumentRef ref() {
    return ref;
  }

  ArgDirection declared() {
    return declared;
  }

  boolean isDelegated() {
    return delegated;
  }

  long byteCount() {
    return work.byteCount();
  }

  /** Returns whether runs with other contents tell anything. */
  boolean isTriedWithOther() {
    return declared != ArgDirection.IN && work.byteCount() > 0;
  }

  /** Returns the contents to try, beside the usual ones. */
  List<Contents> contentsToTry() {
    return isTriedWithOther() ? Contents.toTry(type) : List.of();
  }

  /** Returns whether what it held was seen to matter, so that more contents tell no more. */
  boolean isSeenToMatter() {
    return !left.isEmpty() || !dependent.isEmpty() || failure != null || !influenced.isEmpty();
  }

  /** Sets the contents that the next run starts with, and returns what to pass to it. */
  HostTensor prepare(Contents next) {
    contents = next;
    Chunks.each(
        byteCount(),
        (offset, length, chunks) -> {
          next.apply(type, offset, chunks[0], length);
          work.writeBytes(offset, ByteBuffer.wrap(chunks[0], 0, length));
        },
        usual);
    return work;
  }

  /** Looks, after any run, what differs from what the run started with. */
  void compareWithStart() {
    if (!written.isEmpty()) {
      return; // one run has shown it
    }
    Chunks.each(
        byteCount(),
        (offset, length, chunks) -> {
          contents.apply(type, offset, chunks[0], length);
          addDifferences(written, offset, length, chunks[0], chunks[1]);
        },
        usual,
        work);
  }

  /** Keeps what the first run left, for comparison. */
  void keepAsFirst() {
    if (first != work) {
      Chunks.each(
          byteCount(),
          (offset, length, chunks) ->
              first.writeBytes(offset, ByteBuffer.wrap(chunks[0], 0, length)),
          work);
    }
  }

  /** Looks, after a run like the first, what differs from it. */
  void compareRepeated() {
    if (unsteady.isEmpty()) {
      findDifferences(unsteady);
    }
  }

  private void findDifferences(FoundBytes differences) {
    Chunks.each(
        byteCount(),
        (offset, length, chunks) -> {
          addDifferences(differences, offset, length, chunks[0], chunks[1]);
        },
        first,
        work);
  }

  private void addDifferences(
      FoundBytes differences, long offset, int length, byte[] one, byte[] other) {
    if (Arrays.equals(one, 0, length, other, 0, length)) {
      return; // the usual case, and faster to see
    }
    for (int at = 0; at < length; at += elementBytes) {
      if (!isSame(one, other, at)) {
        differences.add(offset + at, elementBytes);
      }
    }
  }

  private boolean isSame(byte[] one, byte[] other, int at) {
    return Arrays.equals(one, at, at + elementBytes, other, at, at + elementBytes);
  }

  /** Looks, after a run with other contents of this argument alone, what became of them. */
  void compareVaried() {
    Chunks.each(
        byteCount(),
        (offset, length, chunks) -> {
          byte[] started = chunks[0].clone();
          contents.apply(type, offset, started, length);
          for (int at = 0; at < length; at += elementBytes) {
            if (isSame(chunks[0], chunks[1], at) && isSame(started, chunks[2], at)) {
              left.add(offset + at, elementBytes);
            } else if (!isSame(chunks[1], chunks[2], at)) {
              dependent.add(offset + at, elementBytes);
            }
          }
        },
        usual,
        first,
        work);
  }

  /** Looks, after a run with other contents of another argument, whether those matter here. */
  boolean isInfluenced() {
    FoundBytes differences = new FoundBytes();
    findDifferences(differences);
    return !differences.isEmpty();
  }

  void influences(AuditedArgument other) {
    influenced.add(other);
  }

  /** Keeps that the callable fails with other contents. */
  void failedWithOther(String problem) {
    failure = problem;
  }

  /** Keeps that the callable failed with other contents, and then no longer did. */
  void failedByChance(String problem) {
    chanceFailure = problem;
  }

  /** Keeps that the device was lost before all was tried, and in which run. */
  void lostDevice(String when) {
    loss = when;
  }

  // Of an element of which one byte counts, all count: one that is added to may keep some of its
  // bytes, and is not unwritten for that.

  /** Returns the bytes that some run changed. */
  FoundBytes written() {
    return written;
  }

  /** Returns the bytes that differed between runs that were alike. */
  FoundBytes unsteady() {
    return unsteady;
  }

  /** Returns the bytes that kept what they held, whatever that was. */
  FoundBytes left() {
    return left;
  }

  /** Returns the bytes that were written, and became something else with other contents. */
  FoundBytes dependent() {
    return dependent;
  }

  /** Returns the arguments that became something else with other contents of this one. */
  List<AuditedArgument> influenced() {
    return influenced;
  }

  /** Returns why the callable failed with other contents, or null. */
  @Nullable String failure() {
    return failure;
  }

  /** Returns why the callable failed with contents that it took the next time, or null. */
  @Nullable String chanceFailure() {
    return chanceFailure;
  }

  /** Returns in which run the device was lost before all was tried, or null. */
  @Nullable String loss() {
    return loss;
  }
}
