package dev.sluice.it.fault;

import dev.sluice.sim.SimDevice;
import dev.sluice.sim.fault.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The book of the device calls that a {@link WatchedPlatform} got: which were made, what they
 * threw, what is allocated, what was freed wrongly; and the order to fail one of them. Thread-safe.
 */
public final class DeviceCalls {

  /** How a call fails. */
  public enum Failing {
    /** The call alone fails. */
    FAILED,
    /** The device is lost. */
    LOST,
    /** The platform breaks its contract and throws something of its own. */
    UNEXPECTED;

    private Fault fault() {
      Fault any = Fault.onAny().withNativeCode(507);
      return switch (this) {
        case FAILED -> any;
        case LOST -> any.losing();
        case UNEXPECTED -> any.throwing(() -> new IllegalStateException("this was not agreed on"));
      };
    }
  }

  private final List<String> made = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private final Map<Long, Long> live = new HashMap<>();
  private @Nullable SimDevice simulator;
  private int failAt;
  private @Nullable Failing failing;
  private @Nullable RuntimeException thrown;
  private int closes;

  /** Starts the book of a device, which fails by itself where it is a simulated one. */
  synchronized void watch(@Nullable SimDevice opened) {
    simulator = opened;
  }

  /** Forgets the calls made so far and lets all that follow succeed. */
  public synchronized void forget() {
    start(0, null);
  }

  /** Forgets the calls made so far, and fails the n-th of those that follow, from 1. */
  public synchronized void failCall(int n, Failing how) {
    start(n, how);
  }

  private void start(int n, @Nullable Failing how) {
    made.clear();
    thrown = null;
    failAt = n;
    failing = how;
    if (simulator != null) {
      simulator.inject(how == null ? new Fault[0] : new Fault[] {how.fault().call(n)});
    }
  }

  /** Fails a call in place of a device that cannot be told to. */
  private synchronized void failInPlaceOfTheDevice(String name) {
    if (simulator == null && failing != null && made.size() == failAt) {
      throw Objects.requireNonNull(
          failing.fault().failure("call " + failAt + " (" + name + ")"), "a failure");
    }
  }

  /** Returns the names of the calls that were made, the failed one included. */
  public synchronized List<String> made() {
    return List.copyOf(made);
  }

  /** Returns what the first call that failed threw, or null where none has failed. */
  public synchronized @Nullable RuntimeException thrown() {
    return thrown;
  }

  /** Returns memory that was freed twice, or was never allocated, and a close that came twice. */
  public synchronized List<String> mistakes() {
    return List.copyOf(mistakes);
  }

  /** Returns the bytes that were allocated and not freed. */
  public synchronized long liveBytes() {
    return live.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns whether the context was closed. */
  public synchronized boolean isClosed() {
    return closes > 0;
  }

  void call(String name, Runnable deviceCall) {
    call(
        name,
        () -> {
          deviceCall.run();
          return name;
        });
  }

  /** Makes a call and notes it. */
  <T> T call(String name, Supplier<T> deviceCall) {
    synchronized (this) {
      made.add(name);
    }
    try {
      // As the simulator does it: what could not be repeated is done before it fails.
      boolean isDoneFirst = name.equals("finish") || name.equals("close");
      if (!isDoneFirst) {
        failInPlaceOfTheDevice(name);
      }
      T result = deviceCall.get();
      if (isDoneFirst) {
        failInPlaceOfTheDevice(name);
      }
      return result;
    } catch (RuntimeException e) {
      synchronized (this) {
        thrown = thrown == null ? e : thrown;
      }
      throw e;
    }
  }

  synchronized void allocated(long handle, long bytes) {
    if (live.put(handle, bytes) != null) {
      mistakes.add("handle " + handle + " was handed out twice");
    }
  }

  /** Notes that memory is given up, also where the device then fails to free it. */
  synchronized void freed(long handle) {
    if (live.remove(handle) == null) {
      mistakes.add("handle " + handle + " was freed, but is not allocated");
    }
  }

  synchronized void closed() {
    if (++closes > 1) {
      mistakes.add("the context was closed " + closes + " times");
    }
    live.clear();
  }
}
