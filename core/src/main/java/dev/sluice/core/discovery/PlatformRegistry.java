package dev.sluice.core.discovery;

import dev.sluice.PlatformKind;
import dev.sluice.core.discovery.PlatformEntry.State;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The platforms that a class loader sees, and those that were refused, with the reason. One broken
 * jar never hides the others.
 *
 * <p>A new registry has done nothing. A platform's class is loaded and made when the search gets to
 * it, and it is probed when it is to be used or listed, each on a thread of its own that is given
 * {@link #PATIENCE}. Nothing is kept beyond the registry. Thread-safe; guarded by itself.
 */
public final class PlatformRegistry {

  /** How long one call of a platform may take: its static initialiser, its probe. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*");

  private static final String WHERE_TO_PUT_JARS =
      "put the platform's jar on the class path or module path";

  private final ClassLoader loader;
  private final BoundedCall calls;
  private final Function<String, DeviceOptions> options;
  private final List<Candidate> found = new ArrayList<>();
  private @Nullable ProviderScan scan;

  private PlatformRegistry(
      ClassLoader loader, Duration patience, Function<String, DeviceOptions> options) {
    this.loader = Objects.requireNonNull(loader, "loader");
    this.options = options;
    this.calls = new BoundedCall(loader, patience);
  }

  /** Returns whether a platform can have this name: lower-case letters and digits. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns the platforms that a class loader and its parents see; loads nothing yet. */
  public static PlatformRegistry discover(ClassLoader loader) {
    return discover(loader, PATIENCE);
  }

  /**
   * Returns the platforms that a class loader and its parents see; loads nothing yet.
   *
   * @param options returns what a platform of a name would be opened with, for its probe
   */
  public static PlatformRegistry discover(
      ClassLoader loader, Function<String, DeviceOptions> options) {
    return new PlatformRegistry(loader, PATIENCE, options);
  }

  static PlatformRegistry discover(ClassLoader loader, Duration patience) {
    return new PlatformRegistry(loader, patience, name -> new DeviceOptions(0, Map.of()));
  }

  /** Returns all that was found, in the order of the search; probes every platform. */
  public synchronized List<PlatformEntry> entries() {
    candidate(Integer.MAX_VALUE); // ends the search
    return found.stream().map(candidate -> candidate.probed(calls, options)).toList();
  }

  /** Returns the names of all that was found, usable or not; probes none. */
  public synchronized Set<String> names() {
    candidate(Integer.MAX_VALUE); // ends the search
    return found.stream()
        .map(Candidate::name)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns the platform of a name, which is the first that has it; probes no other.
   *
   * @throws PlatformException if it is not there or cannot be used; lists all that was found
   */
  public synchronized DevicePlatform named(String name) {
    return named(name, "");
  }

  /**
   * Returns the platform of a name, which is the first that has it; probes no other.
   *
   * @param givenBy stands in the message behind what went wrong; may be empty
   * @throws PlatformException if it is not there or cannot be used; lists all that was found
   */
  public synchronized DevicePlatform named(String name, String givenBy) {
    Candidate refused = null;
    int index = 0;
    for (Candidate candidate = candidate(0); candidate != null; candidate = candidate(++index)) {
      if (name.equals(candidate.name())) {
        DevicePlatform platform = candidate.platform();
        if (platform != null && isUsable(candidate)) {
          return platform;
        }
        refused = refused == null ? candidate : refused;
      }
    }
    ErrorDetail.Builder place = ErrorDetail.builder().platform(name);
    if (refused == null) {
      throw failure(
          place.remedy(WHERE_TO_PUT_JARS), "no platform of this name was found" + givenBy, null);
    }
    PlatformEntry.Verdict verdict = refused.probed(calls, options).verdict();
    throw failure(place, "the platform" + givenBy + " is " + verdict.describe(), verdict.cause());
  }

  /**
   * Returns the available HARDWARE platform of the highest priority. A simulator is used only where
   * it is named.
   *
   * @throws PlatformException if there is none, or several; lists all that was found
   */
  public synchronized DevicePlatform bestHardware() {
    List<PlatformEntry> entries = entries();
    List<Integer> hardware = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      PlatformEntry entry = entries.get(i);
      if (entry.kind() == PlatformKind.HARDWARE && entry.verdict().state() == State.USABLE) {
        hardware.add(i);
      }
    }
    int highest = hardware.stream().mapToInt(i -> entries.get(i).priority()).max().orElse(0);
    List<Integer> best =
        hardware.stream().filter(i -> entries.get(i).priority() == highest).toList();
    if (best.size() == 1) {
      return Objects.requireNonNull(found.get(best.get(0)).platform());
    }
    ErrorDetail.Builder remedy =
        ErrorDetail.builder()
            .remedy(
                "name a platform, in the code, with -Dsluice.platform=NAME or with"
                    + " SLUICE_PLATFORM=NAME; simulators are used only where they are named");
    throw failure(
        remedy,
        best.isEmpty()
            ? "no platform was named, and no hardware platform can be used"
            : "no platform was named, and several hardware platforms have the highest priority, "
                + highest
                + ": "
                + best.stream()
                    .map(i -> entries.get(i).name())
                    .sorted()
                    .collect(Collectors.joining(", ")),
        null);
  }

  private boolean isUsable(Candidate candidate) {
    return candidate.probed(calls, options).verdict().state() == State.USABLE;
  }

  /** Returns the candidate at an index, for which the search may have to go on; null behind all. */
  private @Nullable Candidate candidate(int index) {
    ProviderScan going = scan;
    if (going == null) {
      going = new ProviderScan(loader, calls);
      scan = going;
    }
    while (found.size() <= index) {
      Candidate next = going.next();
      if (next == null) {
        return null;
      }
      found.add(next);
    }
    return found.get(index);
  }

  /** Lists all that was found; what the other platforms threw is suppressed. */
  private PlatformException failure(
      ErrorDetail.Builder detail, String problem, @Nullable Throwable cause) {
    List<PlatformEntry> entries = entries();
    String list =
        entries.isEmpty()
            ? "nothing"
            : entries.stream().map(PlatformEntry::describe).collect(Collectors.joining("; "));
    PlatformException failure =
        new PlatformException(detail.build(), problem + "; found: " + list, cause);
    entries.stream()
        .map(entry -> entry.verdict().cause())
        .filter(other -> other != null && other != cause)
        .distinct()
        .forEach(failure::addSuppressed);
    return failure;
  }
}
