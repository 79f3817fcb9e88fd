package dev.sluice.it.fault;

import dev.sluice.spi.DeviceFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The book of the device calls that a {@link FaultyPlatform} saw: which were made, what is
 * allocated, what was freed wrongly; and the order to fail one of them. Thread-safe.
 */
public final class DeviceCalls {

  /** How a call fails. */
  public enum Fault {
    /** The call alone fails. */
    FAILED,
    /** The device is lost. */
    LOST,
    /** The platform breaks its contract and throws something of its own. */
    UNEXPECTED
  }

  private final List<String> made = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private final Map<Long, Long> live = new HashMap<>();
  private int failAt;
  private @Nullable Fault fault;
  private @Nullable RuntimeException thrown;
  private int closes;

  /** Forgets the calls made so far and lets all that follow succeed. */
  public synchronized void forget() {
    made.clear();
    failAt = 0;
    fault = null;
    thrown = null;
  }

  /** Forgets the calls made so far, and fails the n-th of those that follow, from 1. */
  public synchronized void failCall(int n, Fault how) {
    forget();
    failAt = n;
    fault = how;
  }

  /** Returns the names of the calls that were made, the failed one included. */
  public synchronized List<String> made() {
    return List.copyOf(made);
  }

  /** Returns what the failed call threw, or null where none has failed. */
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

  /** Notes a call, and throws where it is the one to fail. */
  synchronized void call(String name) {
    made.add(name);
    if (made.size() != failAt || fault == null) {
      return;
    }
    String problem = "call " + failAt + " (" + name + ") was made to fail";
    RuntimeException failure =
        switch (fault) {
          case FAILED -> DeviceFailure.failed(problem, null).withNativeCode(507);
          case LOST -> DeviceFailure.lost(problem, null).withNativeCode(507);
          case UNEXPECTED -> new IllegalStateException(problem);
        };
    thrown = failure;
    throw failure;
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
