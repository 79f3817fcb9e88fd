package dev.sluice.core.discovery;

import dev.sluice.PlatformKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One platform that was found, and whether it can be used. Immutable.
 *
 * @param name what applications choose it by; null where it could not be asked
 * @param kind null where it could not be asked
 * @param priority which of several HARDWARE platforms is preferred: the highest
 * @param source where it comes from
 * @param verdict whether it can be used, or why not
 */
public record PlatformEntry(
    @Nullable String name,
    @Nullable PlatformKind kind,
    int priority,
    Source source,
    Verdict verdict) {

  /** Whether a platform can be used. */
  public enum State {
    /** It can be opened, as far as it knows. */
    USABLE,
    /** It is in order, but something that it needs is missing on this machine. */
    UNAVAILABLE,
    /** It is not in order. */
    REFUSED
  }

  /**
   * Where a platform comes from.
   *
   * @param provider the name of its class, or of the service file where no class is known
   * @param jar the path of its jar or folder, or what else its loader says
   * @param version of its module, or from its jar's manifest; null where neither has one
   */
  public record Source(String provider, String jar, @Nullable String version) {

    /** All of it is somebody else's, and is read by people. */
    public Source {
      provider = OneLine.of(provider);
      jar = OneLine.of(jar);
      version = version == null ? null : OneLine.excerpt(version);
    }
  }

  /**
   * Whether a platform can be used.
   *
   * @param code null unless REFUSED
   * @param because a clause that says why not and what to do, on one line; null where USABLE
   * @param cause what it threw, or null
   */
  public record Verdict(
      State state,
      @Nullable RefusalCode code,
      @Nullable String because,
      @Nullable Throwable cause) {

    /** Part of the clause may be a platform's, which could otherwise look like lines of a list. */
    public Verdict {
      because = because == null ? null : OneLine.of(because);
    }

    static final Verdict USABLE = new Verdict(State.USABLE, null, null, null);

    static Verdict unavailable(String because) {
      return new Verdict(State.UNAVAILABLE, null, because, null);
    }

    static Verdict refused(RefusalCode code, String because, @Nullable Throwable cause) {
      return new Verdict(State.REFUSED, code, because, cause);
    }

    /** Returns the verdict for people: {@code usable}, or why not. */
    public String describe() {
      String text = state.name().toLowerCase(Locale.ROOT);
      return switch (state) {
        case USABLE -> text;
        case UNAVAILABLE -> text + " because " + because;
        case REFUSED -> text + " (" + code + "): " + because;
      };
    }
  }

  /** Returns the entry for people: name or class, kind, jar and verdict. */
  public String describe() {
    StringBuilder text = new StringBuilder(name == null ? source.provider() : name).append(" (");
    if (kind != null) {
      text.append(kind).append(", ");
    }
    return text.append(source.jar()).append(") ").append(verdict.describe()).toString();
  }
}
