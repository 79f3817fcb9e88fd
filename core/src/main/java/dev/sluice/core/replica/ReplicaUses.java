package dev.sluice.core.replica;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The replicas that one call or accessor uses, each once, and which of them it may change.
 * Immutable.
 */
public final class ReplicaUses {

  /** Uses nothing. */
  public static final ReplicaUses NONE = of(Map.of());

  private final Replica[] replicas;
  private final boolean[] changed;
  private final long byteCount;

  private ReplicaUses(Replica[] replicas, boolean[] changed) {
    this.replicas = replicas;
    this.changed = changed;
    this.byteCount = Arrays.stream(replicas).mapToLong(Replica::byteCount).sum();
  }

  /** Returns the uses of replicas, with whether each may be changed. */
  public static ReplicaUses of(Map<Replica, Boolean> changedByReplica) {
    Map<Replica, Boolean> uses = new LinkedHashMap<>(changedByReplica);
    Replica[] replicas = uses.keySet().toArray(Replica[]::new);
    boolean[] changed = new boolean[replicas.length];
    for (int i = 0; i < replicas.length; i++) {
      changed[i] = uses.get(replicas[i]);
    }
    return new ReplicaUses(replicas, changed);
  }

  static ReplicaUses of(Replica replica, boolean changed) {
    return new ReplicaUses(new Replica[] {replica}, new boolean[] {changed});
  }

  /** Returns whether nothing is used. */
  public boolean isEmpty() {
    return replicas.length == 0;
  }

  /** Returns the bytes of all replicas. */
  public long byteCount() {
    return byteCount;
  }

  /** Returns the number of replicas. */
  public int count() {
    return replicas.length;
  }

  /** Returns one of them. */
  public Replica replica(int index) {
    return replicas[index];
  }

  boolean contains(Replica replica) {
    for (Replica used : replicas) {
      if (used == replica) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the two must not be at the same time: one changes what the other uses. */
  boolean excludes(ReplicaUses other) {
    for (int i = 0; i < replicas.length; i++) {
      for (int j = 0; j < other.replicas.length; j++) {
        if (replicas[i] == other.replicas[j] && (changed[i] || other.changed[j])) {
          return true;
        }
      }
    }
    return false;
  }
}
