package dev.sluice.sim.check;

import dev.sluice.sim.check.CopiedArgument.Place;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts together what a device copies with what kernels use of it, to tell which copies were for
 * nothing. Looks at tensors that a run copies itself, which lie in slices of its staging memory;
 * what an application uploads on its own may be for a later run. Thread-safe.
 */
public final class TransferWatch {

  /** More pieces than a run uploads: so many were for no launch. */
  private static final int MOST_UPLOADS = 10_000;

  private record Start(long handle, long offset) {}

  private record Upload(long byteCount, boolean unchanged) {}

  private record Key(String callable, int argument) {}

  private final Map<Key, CopiedArgument> copied = new LinkedHashMap<>();
  private final Map<CopiedArgument, Place> current = new LinkedHashMap<>();

  /** What was uploaded since the last launch, the newest of each place. */
  private final Map<Start, Upload> uploads = new LinkedHashMap<>();

  private final Set<Long> staging = new HashSet<>();

  /** Makes a watch that has seen nothing. */
  public TransferWatch() {}

  /** Returns whether it is of interest if an upload brings what is there already. */
  public synchronized boolean comparesUploadsTo(long handle) {
    return staging.contains(handle);
  }

  /** Adds an upload, and whether it brought what was there already. */
  public synchronized void uploaded(long handle, long offset, long byteCount, boolean unchanged) {
    if (uploads.size() == MOST_UPLOADS) {
      uploads.clear();
    }
    uploads.put(new Start(handle, offset), new Upload(byteCount, unchanged));
  }

  /** Adds a download. */
  public synchronized void downloaded(long handle, long offset, long byteCount) {
    current.forEach(
        (argument, place) -> {
          if (place.has(handle, offset, byteCount)) {
            argument.downloaded(byteCount);
          }
        });
  }

  /** Adds a launch that has succeeded, with what its kernel did with each argument. */
  public synchronized void launched(
      String callable, LaunchRequest request, List<ArgumentUse> uses) {
    current.clear();
    for (int i = 0; i < uses.size(); i++) {
      LaunchArgument argument = request.arguments().get(i);
      if (argument.isSlice()) {
        add(callable, i, argument, uses.get(i));
      }
    }
    uploads.clear();
  }

  private void add(String callable, int index, LaunchArgument argument, ArgumentUse use) {
    Place place = Place.of(argument);
    CopiedArgument entry =
        copied.computeIfAbsent(
            new Key(callable, index), key -> new CopiedArgument(callable, index, argument));
    boolean sawLast = entry.lastLayAt(place);
    long bytes = 0;
    long unchanged = 0;
    for (Map.Entry<Start, Upload> piece : uploads.entrySet()) {
      Start start = piece.getKey();
      Upload upload = piece.getValue();
      if (place.has(start.handle(), start.offset(), upload.byteCount())) {
        bytes += upload.byteCount();
        unchanged += sawLast && upload.unchanged() ? upload.byteCount() : 0;
      }
    }
    entry.launched(place, bytes, unchanged, use);
    current.put(entry, place);
    staging.add(place.handle());
  }

  /** Forgets an allocation. */
  public synchronized void freed(long handle) {
    staging.remove(handle);
  }

  /** Says what was copied for nothing, at INFO. */
  public void sayLints() {
    lints().forEach(CheckLog::saves);
  }

  /** Returns what was copied for nothing so far. */
  public synchronized List<Lint> lints() {
    return copied.values().stream().flatMap(argument -> argument.lints().stream()).toList();
  }
}
