package dev.sluice.core.run;

import dev.sluice.Transfer;
import dev.sluice.TransferGuard;
import dev.sluice.TransferPlan;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Which transfers are forbidden to which thread. No thread-local variable, which would keep the
 * class loader of a closed runtime for as long as the thread lives. Thread-safe.
 */
final class Guards {

  /** How many open guards of a thread forbid each transfer, by the transfer's number. */
  private final Map<Thread, int[]> forbidden = new ConcurrentHashMap<>();

  /** Forbids transfers to the calling thread. */
  TransferGuard forbid(Set<Transfer> transfers) {
    if (transfers.isEmpty()) {
      throw new RejectedCallException(
          ErrorDetail.remedy("name UPLOAD, DOWNLOAD or both"), "nothing is forbidden");
    }
    Thread owner = Thread.currentThread();
    Set<Transfer> guarded = EnumSet.copyOf(transfers);
    change(owner, guarded, 1);
    AtomicBoolean open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false)) {
        change(owner, guarded, -1);
      }
    };
  }

  private void change(Thread owner, Set<Transfer> transfers, int by) {
    forbidden.compute(
        owner,
        (thread, before) -> {
          int[] counts = before == null ? new int[Transfer.values().length] : before.clone();
          boolean any = false;
          for (Transfer transfer : transfers) {
            counts[transfer.ordinal()] += by;
          }
          for (int count : counts) {
            any |= count > 0;
          }
          return any ? counts : null;
        });
  }

  /** Returns what is forbidden to the calling thread: counts by transfer, or null for nothing. */
  int @Nullable [] ofCaller() {
    return forbidden.isEmpty() ? null : forbidden.get(Thread.currentThread());
  }

  /** Refuses a run that would make a transfer that its caller is forbidden. */
  static void check(PreparedCall call, int @Nullable [] guards) {
    if (guards == null) {
      return;
    }
    TransferPlan plan = call.plan();
    for (TransferPlan.Argument argument : plan.arguments()) {
      boolean up = argument.upload() || (call.isHostArgument(argument) && argument.byteCount() > 0);
      if (up && isForbidden(guards, Transfer.UPLOAD)) {
        throw forbidden(call.loaded().place(argument), Transfer.UPLOAD, "\n" + plan.explain());
      }
      if (argument.download() && isForbidden(guards, Transfer.DOWNLOAD)) {
        throw forbidden(call.loaded().place(argument), Transfer.DOWNLOAD, "\n" + plan.explain());
      }
    }
  }

  /** Refuses a memory call that would make a transfer that its caller is forbidden. */
  void check(Transfer transfer, String device) {
    int[] guards = ofCaller();
    if (guards != null && isForbidden(guards, transfer)) {
      throw forbidden(ErrorDetail.builder().device(device), transfer, "");
    }
  }

  private static boolean isForbidden(int[] guards, Transfer transfer) {
    return guards[transfer.ordinal()] > 0;
  }

  private static RejectedCallException forbidden(
      ErrorDetail.Builder place, Transfer transfer, String plan) {
    return new RejectedCallException(
        place.remedy("close the guard first, or leave the transfer out" + plan).build(),
        "this would be "
            + (transfer == Transfer.UPLOAD ? "an upload" : "a download")
            + ", which an open guard forbids to this thread");
  }
}
