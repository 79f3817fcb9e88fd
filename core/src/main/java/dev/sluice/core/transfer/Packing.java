package dev.sluice.core.transfer;

import dev.sluice.Transfer;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.StagingLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the arguments of a call that are better copied together. What goes up lies before what goes
 * both ways, and that before what comes down, so that what goes up is one stretch of memory, and
 * what comes down another that may overlap it. There are no gaps between them, which would have to
 * be copied too: an argument that does not end where another may start can only end a stretch.
 *
 * @param uploadBytes the most bytes of a packed argument on its way up
 * @param downloadBytes the most bytes of a packed argument on its way down
 * @param packBytes the most bytes of all that are packed
 */
record Packing(long uploadBytes, long downloadBytes, long packBytes) {

  List<TransferPlan.Pack> of(TransferPlan.Argument[] plan) {
    Candidates found = new Candidates();
    for (TransferPlan.Argument argument : plan) {
      if (argument.isStaged() && argument.byteCount() <= packBytes - found.bytes) {
        found.add(
            argument,
            argument.upload() && argument.byteCount() <= uploadBytes,
            argument.download() && argument.byteCount() <= downloadBytes);
      }
    }
    return found.packs();
  }

  private static final class Candidates {

    private final List<TransferPlan.Argument> up = new ArrayList<>();
    private final List<TransferPlan.Argument> upLast = new ArrayList<>();
    private final List<TransferPlan.Argument> both = new ArrayList<>();
    private final List<TransferPlan.Argument> down = new ArrayList<>();
    private final List<TransferPlan.Argument> downLast = new ArrayList<>();
    private long bytes;

    void add(TransferPlan.Argument argument, boolean goesUp, boolean comesDown) {
      if (argument.byteCount() % StagingLayout.PACKED_ALIGNMENT_BYTES == 0) {
        if (goesUp || comesDown) {
          take(argument, goesUp && comesDown ? both : goesUp ? up : down);
        }
      } else if (goesUp && !argument.download() && upLast.isEmpty()) {
        take(argument, upLast);
      } else if (comesDown && !argument.upload() && downLast.isEmpty()) {
        take(argument, downLast);
      }
    }

    private void take(TransferPlan.Argument argument, List<TransferPlan.Argument> place) {
      place.add(argument);
      bytes += argument.byteCount();
    }

    List<TransferPlan.Pack> packs() {
      List<TransferPlan.Argument> downloads = joined(both, down, downLast);
      boolean anyDown = downloads.size() > 1;
      // Behind what goes both ways lies what comes down, if anything is packed that does.
      List<TransferPlan.Argument> uploads = joined(up, both, anyDown ? List.of() : upLast);
      List<TransferPlan.Pack> packs = new ArrayList<>();
      if (uploads.size() > 1) {
        packs.add(pack(Transfer.UPLOAD, uploads));
      }
      if (anyDown) {
        packs.add(pack(Transfer.DOWNLOAD, downloads));
      }
      return packs;
    }

    private static List<TransferPlan.Argument> joined(
        List<TransferPlan.Argument> a,
        List<TransferPlan.Argument> b,
        List<TransferPlan.Argument> c) {
      return Stream.of(a, b, c).flatMap(List::stream).toList();
    }

    private static TransferPlan.Pack pack(
        Transfer transfer, List<TransferPlan.Argument> arguments) {
      return new TransferPlan.Pack(
          transfer,
          arguments.stream().map(TransferPlan.Argument::index).toList(),
          arguments.stream().mapToLong(TransferPlan.Argument::byteCount).sum());
    }
  }
}
