package dev.sluice.sim.check;

import dev.sluice.sim.check.Lint.Kind;
import dev.sluice.spi.LaunchArgument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was copied for one argument of a callable, and used of it. Guarded by its watch. */
final class CopiedArgument {

  /** Where an argument lay for a run. */
  record Place(long handle, long offset, long byteCount) {

    static Place of(LaunchArgument argument) {
      return new Place(
          argument.handle(),
          argument.offsetBytes(),
          argument.shape().byteCount(argument.dataType()));
    }

    boolean has(long otherHandle, long otherOffset, long length) {
      return handle == otherHandle
          && otherOffset >= offset
          && otherOffset + length <= offset + byteCount;
    }
  }

  private final String callable;
  private final int index;
  private final LaunchArgument declared;
  private @Nullable Place lastPlace;
  private @Nullable ArgumentUse use;
  private long launches;
  private long uploaded;
  private long downloaded;
  private long unchanged;
  private long unchangedLaunches;

  CopiedArgument(String callable, int index, LaunchArgument declared) {
    this.callable = callable;
    this.index = index;
    this.declared = declared;
  }

  boolean lastLayAt(Place place) {
    return place.equals(lastPlace);
  }

  /** Adds a launch: what was uploaded for it, how much of that the device had, what was used. */
  void launched(Place place, long uploadedBytes, long unchangedBytes, ArgumentUse used) {
    launches++;
    uploaded += uploadedBytes;
    use = use == null ? used : use.and(used);
    if (unchangedBytes > 0) {
      unchanged += unchangedBytes;
      unchangedLaunches++;
    }
    lastPlace = place;
  }

  void downloaded(long bytes) {
    downloaded += bytes;
  }

  /** Returns what was copied for nothing. */
  List<Lint> lints() {
    List<Lint> lints = new ArrayList<>();
    if (use == null || !declared.isReadable()) {
      return lints;
    }
    if (!use.read() && !use.written()) {
      add(lints, Kind.NEVER_TOUCHED, launches, uploaded + (declared.isWritable() ? downloaded : 0));
      return lints;
    }
    if (!declared.isWritable()) {
      add(lints, Kind.UPLOADED_AGAIN, unchangedLaunches, unchanged);
    } else if (!use.read() && use.writtenWhole()) {
      add(lints, Kind.COULD_BE_OUT, launches, uploaded);
    } else if (!use.written()) {
      add(lints, Kind.COULD_BE_IN, launches, downloaded);
    } else {
      add(lints, Kind.CAME_BACK, unchangedLaunches, unchanged + Math.min(unchanged, downloaded));
    }
    return lints;
  }

  private void add(List<Lint> lints, Kind kind, long inLaunches, long savedBytes) {
    if (savedBytes > 0) {
      lints.add(new Lint(kind, callable, index, declared.name(), inLaunches, savedBytes));
    }
  }
}
