package dev.sluice.core.run;

import dev.sluice.core.replica.Replica;
import dev.sluice.tensor.ByteRange;
import java.util.List;
import java.util.function.Consumer;

/**
 * Copies ranges between the two sides of a replica, and keeps account of which side has what: range
 * by range, so that a failure leaves the account true. Guarded by the runtime's turn.
 */
final class RangeCopies {

  private final HostCopies copies;

  RangeCopies(HostCopies copies) {
    this.copies = copies;
  }

  /** Uploads ranges of a replica that has memory on the device; the first failure ends it. */
  void upload(RunSlot slot, Replica replica, List<ByteRange> ranges) {
    for (ByteRange range : ranges) {
      copy(
          range,
          () -> copies.upload(slot, replica.host(), range, replica.handle(), 0),
          replica::uploaded,
          replica::halfUploaded);
    }
  }

  /** Downloads ranges of a replica that has memory on the device; the first failure ends it. */
  void download(RunSlot slot, Replica replica, List<ByteRange> ranges) {
    for (ByteRange range : ranges) {
      copy(
          range,
          () -> copies.download(slot, replica.handle(), 0, replica.host(), range),
          replica::downloaded,
          replica::halfDownloaded);
    }
  }

  private static void copy(
      ByteRange range, Runnable copy, Consumer<ByteRange> done, Consumer<ByteRange> halfDone) {
    boolean succeeded = false;
    try {
      copy.run();
      succeeded = true;
    } finally {
      (succeeded ? done : halfDone).accept(range);
    }
  }
}
