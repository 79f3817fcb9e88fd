package dev.sluice;

import dev.sluice.error.ArgumentRef;
import dev.sluice.tensor.ByteRange;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one run uploads, fills and downloads, with a reason for each argument; made before anything
 * is touched. Immutable.
 */
public final class TransferPlan {

  /**
   * The plan for one tensor argument.
   *
   * @param index position among the tensors of the call
   * @param name its name in the signature, or null
   * @param direction as declared; UNKNOWN behind the declared tensors
   * @param placement where its contents are during the run
   * @param byteCount bytes of the tensor
   * @param upload whether the run copies it, or a part of it, to the device
   * @param download whether the run copies it to the host
   * @param fill whether the run zero-fills its device memory
   * @param copies the number of copies that one direction takes by itself, without others in a
   *     {@link Pack}; 0 where it is not copied
   * @param reason why
   * @param uploads what is copied to the device, counted from the start of the tensor; all of it
   *     unless the tensor is managed
   * @param addedBytes bytes among them that the device has already, copied again because one copy
   *     over them costs less than two beside them
   */
  public record Argument(
      int index,
      @Nullable String name,
      ArgDirection direction,
      Placement placement,
      long byteCount,
      boolean upload,
      boolean download,
      boolean fill,
      int copies,
      TransferReason reason,
      List<ByteRange> uploads,
      long addedBytes) {

    /** Copies the ranges. */
    public Argument {
      uploads = List.copyOf(uploads);
    }

    /** Makes the plan of an argument that is copied whole or not at all. */
    public Argument(
        int index,
        @Nullable String name,
        ArgDirection direction,
        Placement placement,
        long byteCount,
        boolean upload,
        boolean download,
        boolean fill,
        int copies,
        TransferReason reason) {
      this(
          index,
          name,
          direction,
          placement,
          byteCount,
          upload,
          download,
          fill,
          copies,
          reason,
          upload ? List.of(new ByteRange(0, byteCount)) : List.of(),
          0);
    }

    /** Returns the bytes that the run copies to the device. */
    public long uploadBytes() {
      return ByteRange.total(uploads);
    }

    /** Returns a reference for messages. */
    public ArgumentRef ref() {
      return new ArgumentRef(index, name);
    }

    /** Returns whether the run needs staging memory on the device for this argument. */
    public boolean isStaged() {
      return placement == Placement.HOST && byteCount > 0;
    }
  }

  /**
   * Small arguments that are copied together, because one copy of them all costs less than one of
   * each.
   *
   * @param transfer which way
   * @param arguments their positions among the tensors of the call, in the order in which they lie
   *     in the device's memory
   * @param byteCount the sum of theirs
   */
  public record Pack(Transfer transfer, List<Integer> arguments, long byteCount) {

    /** Copies the positions. */
    public Pack {
      Objects.requireNonNull(transfer, "transfer");
      arguments = List.copyOf(arguments);
    }
  }

  private final String callable;
  private final TransferMode mode;
  private final List<Argument> arguments;
  private final List<Pack> packs;
  private final long delegatedBytes;

  /** Makes a plan that packs nothing. */
  public TransferPlan(String callable, TransferMode mode, List<Argument> arguments) {
    this(callable, mode, arguments, List.of());
  }

  /** Makes a plan; used by the runtime. */
  public TransferPlan(
      String callable, TransferMode mode, List<Argument> arguments, List<Pack> packs) {
    this.callable = Objects.requireNonNull(callable, "callable");
    this.mode = Objects.requireNonNull(mode, "mode");
    this.arguments = List.copyOf(arguments);
    this.packs = List.copyOf(packs);
    this.delegatedBytes = delegatedBytes(this.arguments);
  }

  /** Kept, because every run reports it; a loop, because every unbound run makes a plan. */
  private static long delegatedBytes(List<Argument> arguments) {
    long bytes = 0;
    for (Argument argument : arguments) {
      bytes += argument.placement() == Placement.DELEGATED ? argument.byteCount() : 0;
    }
    return bytes;
  }

  /** Returns the callable's name. */
  public String callable() {
    return callable;
  }

  /** Returns the mode that the plan was made for. */
  public TransferMode mode() {
    return mode;
  }

  /** Returns the plan of every tensor argument, in order. */
  public List<Argument> arguments() {
    return arguments;
  }

  /** Returns which arguments are copied together: at most one pack each way. */
  public List<Pack> packs() {
    return packs;
  }

  /** Returns whether an argument is copied together with others. */
  public boolean isPacked(Transfer transfer, int index) {
    for (Pack pack : packs) {
      if (pack.transfer() == transfer && pack.arguments().contains(index)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the bytes that the run uploads. */
  public long uploadBytes() {
    return arguments.stream().mapToLong(Argument::uploadBytes).sum();
  }

  /** Returns the bytes that the run downloads. */
  public long downloadBytes() {
    return arguments.stream().filter(Argument::download).mapToLong(Argument::byteCount).sum();
  }

  /** Returns the number of copies to the device. */
  public int uploadCopies() {
    return copies(Transfer.UPLOAD, arguments.stream().filter(Argument::upload));
  }

  /** Returns the number of copies to the host. */
  public int downloadCopies() {
    return copies(Transfer.DOWNLOAD, arguments.stream().filter(Argument::download));
  }

  private int copies(Transfer transfer, Stream<Argument> copied) {
    int alone =
        copied
            .filter(argument -> !isPacked(transfer, argument.index()))
            .mapToInt(Argument::copies)
            .sum();
    return alone + (int) packs.stream().filter(pack -> pack.transfer() == transfer).count();
  }

  /** Returns the bytes that the platform uploads itself. */
  public long delegatedBytes() {
    return delegatedBytes;
  }

  /**
   * Returns the plan as text: a line for each argument with bytes, directions and reason, a line
   * for each pack, and totals.
   */
  public String explain() {
    StringBuilder text = new StringBuilder();
    text.append("callable '").append(callable).append("', mode ").append(mode).append('\n');
    for (Argument argument : arguments) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %2d %-16s %-7s %-9s %,15d bytes  %-4s %-4s  %s%s\n",
              argument.index(),
              argument.name() == null ? "-" : argument.name(),
              argument.direction(),
              argument.placement(),
              argument.byteCount(),
              argument.upload() ? "up" : "-",
              argument.download() ? "down" : "-",
              argument.reason().sentence(),
              notes(argument)));
    }
    packs.forEach(pack -> text.append(line(pack)));
    text.append("  total: ")
        .append(total(uploadBytes(), "up", uploadCopies()))
        .append(", ")
        .append(total(downloadBytes(), "down", downloadCopies()));
    if (delegatedBytes() > 0) {
      text.append(String.format(Locale.ROOT, ", %,d bytes delegated", delegatedBytes()));
    }
    text.append('\n');
    return text.toString();
  }

  private String line(Pack pack) {
    return String.format(
        Locale.ROOT,
        "  in one copy %s: %s; %,d bytes\n",
        pack.transfer() == Transfer.UPLOAD ? "up" : "down",
        pack.arguments().stream()
            .map(index -> arguments.get(index).ref().toString())
            .collect(Collectors.joining(", ")),
        pack.byteCount());
  }

  private static String notes(Argument argument) {
    StringBuilder notes = new StringBuilder();
    if (argument.uploadBytes() < argument.byteCount() && argument.upload()) {
      notes.append(
          String.format(
              Locale.ROOT,
              "; %,d bytes in %,d %s",
              argument.uploadBytes(),
              argument.uploads().size(),
              argument.uploads().size() == 1 ? "range" : "ranges"));
    }
    if (argument.addedBytes() > 0) {
      notes.append(
          String.format(
              Locale.ROOT,
              ", %,d of them again, because that is cheaper than more copies",
              argument.addedBytes()));
    }
    return notes.append(argument.fill() ? "; zero-filled on the device" : "").toString();
  }

  private static String total(long bytes, String direction, int copies) {
    return String.format(
        Locale.ROOT,
        "%,d bytes %s in %d %s",
        bytes,
        direction,
        copies,
        copies == 1 ? "copy" : "copies");
  }

  @Override
  public String toString() {
    return explain();
  }
}
