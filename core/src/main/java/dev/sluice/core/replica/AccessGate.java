package dev.sluice.core.replica;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps apart, for the replicas of one runtime, those who would get into each other's way: a run
 * holds all that it uses, an accessor its one. Whoever holds replicas may wait for the runtime's
 * turn; nobody waits here who has the turn. First come, first served, among those who hold nothing
 * yet. Thread-safe.
 */
public final class AccessGate {

  /** Replicas that a thread holds. */
  public static final class Hold {

    private final Thread thread;
    private final ReplicaUses uses;
    private boolean pinned;

    private Hold(ReplicaUses uses) {
      this.thread = Thread.currentThread();
      this.uses = uses;
    }
  }

  private final String device;
  private final List<Hold> holds = new ArrayList<>();
  private final List<Hold> waiting = new ArrayList<>();

  AccessGate(String device) {
    this.device = device;
  }

  /**
   * Holds replicas for the calling thread until {@link #leave}.
   *
   * @param waits whether to wait for those who use them now
   * @throws RejectedCallException if they are in use and that is not to be waited for, or cannot be
   */
  public synchronized Hold enter(ReplicaUses uses, boolean waits) {
    Hold mine = new Hold(uses);
    requireNotOwn(mine);
    if (!blocked(mine)) {
      holds.add(mine);
      return mine;
    }
    if (!waits) {
      throw rejected(
          "the tensor is in use by another thread, and this access is not to wait",
          "try again later, or wait for it");
    }
    waiting.add(mine);
    try {
      while (blocked(mine)) {
        requireProgress(mine);
        wait();
      }
      holds.add(mine);
      return mine;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw rejected(
          "interrupted while waiting for those who use the tensor",
          "call again if it is still wanted");
    } finally {
      waiting.remove(mine);
      notifyAll();
    }
  }

  /** Keeps the device memory of what is held from being taken. Called within the turn. */
  public synchronized void pin(Hold hold) {
    hold.pinned = true;
  }

  /** Ends {@link #pin}. Called within the turn. */
  public synchronized void unpin(Hold hold) {
    hold.pinned = false;
  }

  /**
   * Waits for a write-back that began before the caller said what it is going to write.
   *
   * @param pins whether the device's memory must not be taken from now on
   */
  synchronized void awaitWriteBack(Hold hold, boolean pins) {
    boolean interrupted = false;
    while (isBeingTaken(hold)) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true; // a copy cannot be cut short
      }
    }
    hold.pinned = pins;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isBeingTaken(Hold hold) {
    for (Hold other : holds) {
      if (other != hold && other.uses.excludes(hold.uses)) {
        return true;
      }
    }
    return false;
  }

  /** Lets go of what was held. */
  public synchronized void leave(Hold hold) {
    holds.remove(hold);
    notifyAll();
  }

  /**
   * Holds a replica whose device memory may be taken, or returns null. Called within the turn, for
   * which those who hold it may be waiting: they will find it as if it had never been on the
   * device.
   */
  synchronized @Nullable Hold tryTake(Replica replica) {
    for (Hold hold : holds) {
      if (hold.pinned && hold.uses.contains(replica)) {
        return null;
      }
    }
    Hold mine = new Hold(ReplicaUses.of(replica, true));
    holds.add(mine);
    return mine;
  }

  private boolean blocked(Hold wanted) {
    for (Hold hold : holds) {
      if (hold.uses.excludes(wanted.uses)) {
        return true;
      }
    }
    for (Hold earlier : waiting) {
      if (earlier == wanted) {
        return false;
      }
      if (earlier.uses.excludes(wanted.uses) && !holdsAny(wanted.thread)) {
        return true;
      }
    }
    return false;
  }

  private boolean holdsAny(Thread thread) {
    for (Hold hold : holds) {
      if (hold.thread == thread) {
        return true;
      }
    }
    return false;
  }

  private void requireNotOwn(Hold wanted) {
    for (Hold hold : holds) {
      if (hold.thread == wanted.thread && hold.uses.excludes(wanted.uses)) {
        throw rejected(
            "this thread is inside an accessor of the same tensor, or of one over the same memory,"
                + " for which the call would wait",
            "call it after the accessor, or do all of it in one write(...) or update(...)");
      }
    }
  }

  /** The last one to come closes a circle, so only a thread that begins to wait need look. */
  private void requireProgress(Hold mine) {
    if (waitsFor(mine, mine.thread, new HashSet<>())) {
      throw rejected(
          "this thread and another would wait for each other's tensors for ever",
          "take the tensors in the same order in all threads, or one at a time");
    }
  }

  private boolean waitsFor(Hold waiter, Thread sought, Set<Hold> seen) {
    if (!seen.add(waiter)) {
      return false;
    }
    for (Hold hold : holds) {
      if (hold.uses.excludes(waiter.uses) && leadsTo(hold.thread, sought, seen)) {
        return true;
      }
    }
    if (holdsAny(waiter.thread)) {
      return false; // it does not queue
    }
    for (Hold earlier : waiting) {
      if (earlier == waiter) {
        return false;
      }
      if (earlier.uses.excludes(waiter.uses) && leadsTo(earlier.thread, sought, seen)) {
        return true;
      }
    }
    return false;
  }

  private boolean leadsTo(Thread thread, Thread sought, Set<Hold> seen) {
    if (thread == sought) {
      return true;
    }
    for (Hold other : waiting) {
      if (other.thread == thread && waitsFor(other, sought, seen)) {
        return true;
      }
    }
    return false;
  }

  private RejectedCallException rejected(String problem, String remedy) {
    return new RejectedCallException(
        ErrorDetail.builder().device(device).remedy(remedy).build(), problem);
  }
}
