package dev.sluice.core.discovery;

import dev.sluice.PlatformKind;
import dev.sluice.core.discovery.BoundedCall.Answer;
import dev.sluice.core.discovery.PlatformEntry.Source;
import dev.sluice.core.discovery.PlatformEntry.Verdict;
import dev.sluice.spi.Availability;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A platform that was found; probed once, when that is asked for. Not thread-safe. */
final class Candidate {

  private final @Nullable String name;
  private final @Nullable PlatformKind kind;
  private final int priority;
  private final Source source;
  private final @Nullable DevicePlatform platform;
  private @Nullable Verdict verdict;

  private Candidate(
      @Nullable String name,
      @Nullable PlatformKind kind,
      int priority,
      Source source,
      @Nullable DevicePlatform platform,
      @Nullable Verdict verdict) {
    this.name = name;
    this.kind = kind;
    this.priority = priority;
    this.source = source;
    this.platform = platform;
    this.verdict = verdict;
  }

  /** Makes a candidate that is in order as far as one can see without a probe. */
  static Candidate sound(
      String name, PlatformKind kind, int priority, Source source, DevicePlatform platform) {
    return new Candidate(name, kind, priority, source, platform, null);
  }

  static Candidate refused(@Nullable String name, Source source, Verdict verdict) {
    return new Candidate(name, null, 0, source, null, verdict);
  }

  static Candidate refused(PlatformEntry entry) {
    return refused(entry.name(), entry.source(), entry.verdict());
  }

  @Nullable String name() {
    return name;
  }

  @Nullable PlatformKind kind() {
    return kind;
  }

  Source source() {
    return source;
  }

  /** Returns the platform, or null where it was refused before it was probed. */
  @Nullable DevicePlatform platform() {
    return platform;
  }

  /**
   * Returns whether it can be used; probes it if that was not done.
   *
   * @param options what a platform of a name would be opened with
   */
  PlatformEntry probed(BoundedCall calls, Function<String, DeviceOptions> options) {
    Verdict known = verdict;
    if (known == null && platform != null) {
      known = probe(platform, calls, options.apply(String.valueOf(name)));
      verdict = known;
    }
    return new PlatformEntry(name, kind, priority, source, known == null ? Verdict.USABLE : known);
  }

  private Verdict probe(DevicePlatform asked, BoundedCall calls, DeviceOptions options) {
    Answer<Availability> answer = calls.ask(source.provider(), () -> asked.probe(options));
    if (answer.failure() != null) {
      return Refusals.of(answer.failure(), RefusalCode.PROBE_FAILED, "its probe");
    }
    Availability availability = answer.value();
    if (availability == null) {
      return Refusals.refused(
          RefusalCode.PROBE_FAILED, "its probe returned null; remove or repair the jar", null);
    }
    String because = availability.unavailableBecause();
    if (because == null) {
      return Verdict.USABLE;
    }
    return Verdict.unavailable(
        because.isBlank() ? "of something that it does not name" : OneLine.excerpt(because));
  }
}
