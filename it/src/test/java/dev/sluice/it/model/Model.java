package dev.sluice.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ArgDirection;
import dev.sluice.OutputFill;
import dev.sluice.Placement;
import dev.sluice.Transfer;
import dev.sluice.TransferCounts;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.TransferReason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The transfer contract, stated once more and as plainly as possible: what a run of a {@link
 * ModelCall} must move, count, and leave in memory. One model goes with one runtime, because
 * staging memory is kept between runs. Not thread-safe.
 */
public final class Model {

  /** Section 2 of the contract, for a host tensor that has bytes. */
  private static final String TABLE =
      """
      GATED               IN       up  -     INPUT
      GATED               OUT      -   down  OUTPUT
      GATED               INOUT    up  down  IN_OUT
      GATED               UNKNOWN  up  down  UNDECLARED
      SKIP_INPUT_DOWNLOAD IN       up  -     INPUT_NOT_DOWNLOADED
      SKIP_INPUT_DOWNLOAD OUT      up  down  COPY_ALL
      SKIP_INPUT_DOWNLOAD INOUT    up  down  COPY_ALL
      SKIP_INPUT_DOWNLOAD UNKNOWN  up  down  COPY_ALL
      COPY_ALL            IN       up  down  COPY_ALL
      COPY_ALL            OUT      up  down  COPY_ALL
      COPY_ALL            INOUT    up  down  COPY_ALL
      COPY_ALL            UNKNOWN  up  down  COPY_ALL
      """;

  private static final Map<String, Move> MOVES = parse();
  private static final Move EMPTY = new Move(false, false, TransferReason.EMPTY);
  private static final Move ON_DEVICE = new Move(false, false, TransferReason.ON_DEVICE);

  private static final long HEAP_PIECE_BYTES = 4L << 20;
  private static final long SEGMENT_BYTES = 1L << 30;
  private static final long STAGING_STEP_BYTES = 1024;
  private static final long PACKED_STEP_BYTES = 64;

  /** A quarter of what is on its way up, at the published rate, while a copy begins. */
  private static final long SMALL_BYTES = 32_760 * 128 / 10 / 4;

  private record Move(boolean up, boolean down, TransferReason reason) {}

  /**
   * What a run must do.
   *
   * @param plan the plan's arguments
   * @param counts what crosses, at either side of the border
   * @param hostCopiedBytes bytes that take the detour through the runtime's direct buffer
   * @param after the bytes of every {@link Backing} afterwards
   */
  public record Expected(
      List<TransferPlan.Argument> plan,
      TransferCounts counts,
      long hostCopiedBytes,
      List<byte[]> after) {}

  private final TransferMode mode;
  private final OutputFill fill;
  private long stagingBytes;

  /** Makes the model of a runtime that was just opened. */
  public Model(TransferMode mode, OutputFill fill) {
    this.mode = mode;
    this.fill = fill;
  }

  private static Map<String, Move> parse() {
    Map<String, Move> moves = new HashMap<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.trim().split("\\s+");
      moves.put(
          cells[0] + " " + cells[1],
          new Move(
              cells[2].equals("up"), cells[3].equals("down"), TransferReason.valueOf(cells[4])));
    }
    return moves;
  }

  /** Says that the runtime's staging was freed. */
  public void trim() {
    stagingBytes = 0;
  }

  /** Returns the device bytes that the runtime keeps for the next run. */
  public long stagingBytes() {
    return stagingBytes;
  }

  /** Returns what the next run does on a device of unknown costs, where no arguments are packed. */
  public Expected run(ModelCall call, List<byte[]> before) {
    return run(call, before, List.of());
  }

  /**
   * Returns what the next run does.
   *
   * @param before the bytes of every backing
   * @param packs which arguments share a copy; which ones may is checked, not which should
   */
  public Expected run(ModelCall call, List<byte[]> before, List<TransferPlan.Pack> packs) {
    List<TransferPlan.Argument> plan = plan(call);
    Set<Integer> packed = new HashSet<>();
    packs.forEach(pack -> packed.addAll(pack.arguments()));
    long needed = steps(packed.stream().mapToLong(i -> plan.get(i).byteCount()).sum());
    long hostCopied = 0;
    long up = 0;
    long upCopies = 0;
    long down = 0;
    long downCopies = 0;
    long fills = 0;
    for (TransferPlan.Argument planned : plan) {
      boolean heap = !call.arguments().get(planned.index()).where().isDirect();
      long bytes = planned.byteCount();
      if (planned.placement() == Placement.HOST && !packed.contains(planned.index())) {
        needed += steps(bytes);
      }
      if (planned.upload()) {
        boolean alone = isAlone(packs, Transfer.UPLOAD, planned);
        up += bytes;
        upCopies += alone ? planned.copies() : 0;
        hostCopied += heap || !alone ? bytes : 0;
      }
      if (planned.download()) {
        boolean alone = isAlone(packs, Transfer.DOWNLOAD, planned);
        down += bytes;
        downCopies += alone ? planned.copies() : 0;
        hostCopied += heap || !alone ? bytes : 0;
      }
      fills += planned.fill() ? 1 : 0;
    }
    for (TransferPlan.Pack pack : packs) {
      checkPack(pack, plan);
      upCopies += pack.transfer() == Transfer.UPLOAD ? 1 : 0;
      downCopies += pack.transfer() == Transfer.DOWNLOAD ? 1 : 0;
    }
    boolean grows = needed > stagingBytes;
    long frees = grows && stagingBytes > 0 ? 1 : 0;
    stagingBytes = Math.max(stagingBytes, needed);
    return new Expected(
        plan,
        new TransferCounts(up, upCopies, down, downCopies, grows ? 1 : 0, frees, fills, 1),
        hostCopied,
        afterwards(call, before));
  }

  private static long steps(long bytes) {
    return (bytes + STAGING_STEP_BYTES - 1) / STAGING_STEP_BYTES * STAGING_STEP_BYTES;
  }

  private static boolean isAlone(
      List<TransferPlan.Pack> packs, Transfer transfer, TransferPlan.Argument argument) {
    return packs.stream()
        .noneMatch(
            pack -> pack.transfer() == transfer && pack.arguments().contains(argument.index()));
  }

  private void checkPack(TransferPlan.Pack pack, List<TransferPlan.Argument> plan) {
    List<TransferPlan.Argument> packed = pack.arguments().stream().map(plan::get).toList();
    assertThat(mode).isEqualTo(TransferMode.GATED);
    assertThat(packed)
        .hasSizeGreaterThan(1)
        .doesNotHaveDuplicates()
        .allMatch(TransferPlan.Argument::isStaged)
        .allMatch(
            argument ->
                pack.transfer() == Transfer.UPLOAD ? argument.upload() : argument.download())
        .allMatch(argument -> argument.byteCount() <= SMALL_BYTES);
    assertThat(packed.subList(0, packed.size() - 1))
        .allMatch(argument -> argument.byteCount() % PACKED_STEP_BYTES == 0);
    assertThat(pack.byteCount())
        .isEqualTo(packed.stream().mapToLong(TransferPlan.Argument::byteCount).sum());
  }

  /** Returns what a plan says. */
  public List<TransferPlan.Argument> plan(ModelCall call) {
    List<TransferPlan.Argument> plan = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Argument argument = call.arguments().get(i);
      Move move = move(argument);
      boolean filled =
          fill == OutputFill.ZERO
              && argument.direction() == ArgDirection.OUT
              && !move.up()
              && move.down();
      plan.add(
          new TransferPlan.Argument(
              i,
              call.name(i),
              argument.direction(),
              argument.where().isHost() ? Placement.HOST : Placement.DEVICE,
              argument.byteCount(),
              move.up(),
              move.down(),
              filled,
              move.up() || move.down() ? copies(argument) : 0,
              move.reason()));
    }
    return plan;
  }

  private Move move(Argument argument) {
    if (argument.elements() == 0) {
      return EMPTY;
    }
    return argument.where().isHost() ? MOVES.get(mode + " " + argument.direction()) : ON_DEVICE;
  }

  private static int copies(Argument argument) {
    long piece = argument.where().isDirect() ? SEGMENT_BYTES : HEAP_PIECE_BYTES;
    return (int) ((argument.byteCount() + piece - 1) / piece);
  }

  /** What {@link Mixing} does, on arrays. */
  private static List<byte[]> afterwards(ModelCall call, List<byte[]> before) {
    long hash = Mixing.START;
    for (long bits : call.scalars()) {
      hash = Mixing.absorb(hash, bits);
    }
    for (int i = 0; i < before.size(); i++) {
      Argument argument = call.arguments().get(i);
      ByteBuffer bytes = littleEndian(before.get(i));
      if (argument.direction() != ArgDirection.OUT) {
        for (int j = 0; j < argument.elements(); j++) {
          hash = Mixing.absorb(hash, get(bytes, argument, j));
        }
      }
    }
    List<byte[]> after = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      Argument argument = call.arguments().get(i);
      byte[] bytes = before.get(i).clone();
      if (argument.direction() != ArgDirection.IN) {
        for (int j = 0; j < argument.elements(); j++) {
          put(littleEndian(bytes), argument, j, Mixing.element(hash, i, j));
        }
      }
      after.add(bytes);
    }
    return after;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long get(ByteBuffer bytes, Argument argument, int element) {
    int at = argument.byteOffset(element);
    return switch (argument.type().byteSize()) {
      case 1 -> bytes.get(at) & 0xFFL;
      case 2 -> bytes.getShort(at) & 0xFFFFL;
      case 4 -> bytes.getInt(at) & 0xFFFF_FFFFL;
      default -> bytes.getLong(at);
    };
  }

  private static void put(ByteBuffer bytes, Argument argument, int element, long bits) {
    int at = argument.byteOffset(element);
    switch (argument.type().byteSize()) {
      case 1 -> bytes.put(at, (byte) bits);
      case 2 -> bytes.putShort(at, (short) bits);
      case 4 -> bytes.putInt(at, (int) bits);
      default -> bytes.putLong(at, bits);
    }
  }
}
