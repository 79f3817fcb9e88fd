package dev.sluice.sim;

import dev.sluice.sim.fault.DeviceCall;
import dev.sluice.sim.fault.Fault;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The faults of one device, and how many calls have fitted each. Thread-safe. */
final class ArmedFaults {

  private record Place(String argument, long handle, long offset, long end) {

    /** An empty argument is nowhere. */
    boolean overlaps(long otherHandle, long start, long length) {
      return handle == otherHandle && start < end && offset < start + length;
    }
  }

  /** Read on every call, and empty on nearly every device. */
  private volatile List<Fault> faults;

  private long[] fitting;
  private final List<Place> places = new ArrayList<>();

  ArmedFaults(List<Fault> faults) {
    this.faults = faults;
    this.fitting = new long[faults.size()];
  }

  /** Replaces the faults; calls are counted from now on. */
  synchronized void arm(List<Fault> others) {
    faults = List.copyOf(others);
    fitting = new long[others.size()];
  }

  /** Returns the fault that strikes a call that is about no memory, or null. */
  @Nullable Strike next(DeviceCall call) {
    return faults.isEmpty() ? null : next(call, 0, Set.of());
  }

  /** Returns the fault that strikes a call about a place in memory, or null. */
  @Nullable Strike next(DeviceCall call, long handle, long offset, long byteCount) {
    return faults.isEmpty() ? null : next(call, byteCount, at(handle, offset, byteCount));
  }

  /** Returns the fault that strikes a launch, or null, and learns where its arguments lie. */
  @Nullable Strike next(LaunchRequest request) {
    return faults.isEmpty() ? null : learn(request);
  }

  private synchronized @Nullable Strike learn(LaunchRequest request) {
    places.clear();
    Set<String> names = new HashSet<>();
    for (LaunchArgument argument : request.arguments()) {
      if (argument.name() != null) {
        names.add(argument.name());
        places.add(
            new Place(
                argument.name(),
                argument.handle(),
                argument.offsetBytes(),
                argument.offsetBytes()
                    + argument.shape().elementCount() * argument.dataType().byteSize()));
      }
    }
    return next(DeviceCall.LAUNCH, 0, names);
  }

  private synchronized Set<String> at(long handle, long offset, long byteCount) {
    Set<String> names = new HashSet<>();
    for (Place place : places) {
      if (place.overlaps(handle, offset, byteCount)) {
        names.add(place.argument());
      }
    }
    return names;
  }

  private synchronized @Nullable Strike next(DeviceCall call, long byteCount, Set<String> names) {
    Strike strike = null;
    for (int i = 0; i < fitting.length; i++) {
      Fault fault = faults.get(i);
      if (fault.fits(call, byteCount, names)) {
        fitting[i]++;
        if (strike == null && fault.isDue(fitting[i])) {
          strike = new Strike(fault, "call " + fitting[i] + " (" + call + ")");
        }
      }
    }
    return strike;
  }

  /**
   * A fault that strikes now.
   *
   * @param which says which call it strikes
   */
  record Strike(Fault fault, String which) {}
}
