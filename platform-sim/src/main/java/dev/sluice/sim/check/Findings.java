package dev.sluice.sim.check;

import dev.sluice.sim.check.Finding.Kind;
import dev.sluice.spi.LaunchArgument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was found on one device, said at WARN and kept once for each kind, callable and argument, as
 * it was the first time. Thread-safe.
 */
public final class Findings {

  private record Place(Kind kind, String callable, int argument) {}

  private final Map<Place, Finding> found = new LinkedHashMap<>();

  /** Makes an empty list. */
  public Findings() {}

  /** Adds what was found of an argument. */
  public void add(Kind kind, String callable, int index, LaunchArgument argument, Ranges ranges) {
    Finding finding = Finding.of(kind, callable, index, argument.name(), ranges);
    if (isNew(finding)) {
      CheckLog.found(finding);
    }
  }

  private synchronized boolean isNew(Finding finding) {
    Place place = new Place(finding.kind(), finding.callable(), finding.argument());
    return found.putIfAbsent(place, finding) == null;
  }

  /** Returns what was found so far, in the order in which it was. */
  public synchronized List<Finding> all() {
    return List.copyOf(found.values());
  }
}
