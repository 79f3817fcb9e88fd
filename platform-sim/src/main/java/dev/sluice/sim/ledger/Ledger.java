package dev.sluice.sim.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The newest operations of a device, oldest first; older ones are dropped and counted once the
 * limit is reached. A limit of 0 keeps nothing and counts nothing. Thread-safe.
 */
public final class Ledger {

  private final int limit;
  private final Deque<Operation> operations = new ArrayDeque<>();
  private long dropped;

  /**
   * Makes an empty ledger.
   *
   * @param limit the most operations that it keeps
   */
  public Ledger(int limit) {
    this.limit = limit;
  }

  /** Returns whether operations are kept at all, so that others need not be made. */
  public boolean isOn() {
    return limit > 0;
  }

  /** Adds an operation. */
  public synchronized void add(Operation operation) {
    if (!isOn()) {
      return;
    }
    if (operations.size() == limit) {
      operations.removeFirst();
      dropped++;
    }
    operations.addLast(operation);
  }

  /** Returns the operations that were kept, in order. */
  public synchronized List<Operation> operations() {
    return List.copyOf(operations);
  }

  /** Returns how many operations are older than those kept. */
  public synchronized long dropped() {
    return dropped;
  }
}
