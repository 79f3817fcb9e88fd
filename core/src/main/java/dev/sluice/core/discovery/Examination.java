package dev.sluice.core.discovery;

import dev.sluice.PlatformKind;
import dev.sluice.core.discovery.BoundedCall.Answer;
import dev.sluice.core.discovery.PlatformEntry.Source;
import dev.sluice.core.discovery.PlatformEntry.Verdict;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.SpiVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader.Provider;
import org.jspecify.annotations.Nullable;

/**
 * Makes providers and asks each what it is: first the SPI version, since one of another version may
 * fail at everything else. Remembers the names that are taken. Not thread-safe.
 */
final class Examination {

  private record Description(@Nullable String name, @Nullable PlatformKind kind, int priority) {}

  private final BoundedCall calls;
  private final Map<String, Source> taken = new HashMap<>();

  Examination(BoundedCall calls) {
    this.calls = calls;
  }

  Candidate of(Provider<DevicePlatform> provider) {
    Source source = Origin.of(provider.type());
    Answer<DevicePlatform> made = calls.ask(source.provider(), provider::get);
    DevicePlatform platform = made.value();
    if (platform == null) {
      Verdict verdict =
          made.failure() == null
              ? Refusals.refused(
                  RefusalCode.NOT_CREATED,
                  "its provider method returned null; repair the jar",
                  null)
              : Refusals.of(
                  made.failure(), RefusalCode.NOT_CREATED, "its static initialiser or constructor");
      return Candidate.refused(null, source, verdict);
    }
    Answer<Integer> version = calls.ask(source.provider(), platform::spiVersion);
    Integer compiledFor = version.value();
    if (compiledFor == null) {
      return Candidate.refused(null, source, broken(version, "its spiVersion()"));
    }
    if (compiledFor < 1 || compiledFor > SpiVersion.CURRENT) {
      String name = calls.ask(source.provider(), platform::name).value(); // only to be told apart
      return Candidate.refused(
          name != null && PlatformRegistry.isName(name) ? name : null,
          source,
          Refusals.ofSpiVersion(compiledFor));
    }
    return described(platform, source);
  }

  private Candidate described(DevicePlatform platform, Source source) {
    Answer<Description> answer =
        calls.ask(
            source.provider(),
            () -> new Description(platform.name(), platform.kind(), platform.priority()));
    Description description = answer.value();
    if (description == null) {
      return Candidate.refused(null, source, broken(answer, "its name(), kind() or priority()"));
    }
    String name = description.name();
    if (name == null || !PlatformRegistry.isName(name)) {
      return Candidate.refused(
          null,
          source,
          Refusals.refused(
              RefusalCode.NAME_ILLEGAL,
              "its name is "
                  + (name == null ? "null" : "'" + OneLine.excerpt(name) + "'")
                  + "; names are lower-case letters and digits, and start with a letter",
              null));
    }
    PlatformKind kind = description.kind();
    if (kind == null) {
      return Candidate.refused(
          name,
          source,
          Refusals.refused(RefusalCode.BROKEN, "its kind() is null; repair the jar", null));
    }
    Source other = taken.putIfAbsent(name, source);
    if (other != null) {
      return Candidate.refused(
          name,
          source,
          Refusals.refused(
              RefusalCode.NAME_TAKEN,
              "its name '"
                  + name
                  + "' is taken by "
                  + other.provider()
                  + " in "
                  + other.jar()
                  + "; remove one of the two",
              null));
    }
    return Candidate.sound(name, kind, description.priority(), source, platform);
  }

  private static Verdict broken(Answer<?> answer, String doing) {
    Throwable failure = answer.failure();
    return failure == null
        ? Refusals.refused(RefusalCode.BROKEN, doing + " returned null; repair the jar", null)
        : Refusals.of(failure, RefusalCode.BROKEN, doing);
  }
}
