package dev.sluice.sim.fault;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceFailure;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thing that goes wrong on a simulated device: with which call, and how. Without more, the
 * first such call fails and the device goes on. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * Fault.on(UPLOAD).call(3)                        // the third upload fails
 * Fault.on(LAUNCH).always().losing()              // every launch loses the device
 * Fault.on(DOWNLOAD).ofArgument("out").corrupting(12)
 * Fault.on(ALLOCATE).ofBytes(1 << 20).runningOut()
 * Fault.onAny().call(5).delaying(Duration.ofMillis(20))
 * }</pre>
 */
public final class Fault {

  private enum Effect {
    FAIL,
    LOSE,
    RUN_OUT,
    THROW,
    DELAY,
    CORRUPT
  }

  private static final int ANY_BYTES = -1;

  private final @Nullable DeviceCall call;
  private final int number;
  private final boolean always;
  private final long bytes;
  private final @Nullable String argument;
  private final Effect effect;
  private final @Nullable Long nativeCode;
  private final @Nullable Supplier<? extends RuntimeException> thrown;
  private final Duration delay;
  private final long corruptedByte;

  private Fault(Draft draft) {
    this.call = draft.call;
    this.number = draft.number;
    this.always = draft.always;
    this.bytes = draft.bytes;
    this.argument = draft.argument;
    this.effect = draft.effect;
    this.nativeCode = draft.nativeCode;
    this.thrown = draft.thrown;
    this.delay = draft.delay;
    this.corruptedByte = draft.corruptedByte;
  }

  /** What a copy is changed through. */
  private static final class Draft {

    private @Nullable DeviceCall call;
    private int number = 1;
    private boolean always;
    private long bytes = ANY_BYTES;
    private @Nullable String argument;
    private Effect effect = Effect.FAIL;
    private @Nullable Long nativeCode;
    private @Nullable Supplier<? extends RuntimeException> thrown;
    private Duration delay = Duration.ZERO;
    private long corruptedByte;
  }

  private Draft draft() {
    Draft draft = new Draft();
    draft.call = call;
    draft.number = number;
    draft.always = always;
    draft.bytes = bytes;
    draft.argument = argument;
    draft.effect = effect;
    draft.nativeCode = nativeCode;
    draft.thrown = thrown;
    draft.delay = delay;
    draft.corruptedByte = corruptedByte;
    return draft;
  }

  private Fault withEffect(Effect other) {
    Draft draft = draft();
    draft.effect = other;
    return new Fault(draft);
  }

  /** Returns a fault of one kind of call. */
  public static Fault on(DeviceCall call) {
    Draft draft = new Draft();
    draft.call = Objects.requireNonNull(call, "call");
    return new Fault(draft);
  }

  /** Returns a fault of whichever call it is. */
  public static Fault onAny() {
    return new Fault(new Draft());
  }

  /**
   * Strikes the n-th of the calls that fit, instead of the first.
   *
   * @param n from 1
   */
  public Fault call(int n) {
    require(n >= 1, "call " + n, "count calls from 1");
    Draft draft = draft();
    draft.number = n;
    return new Fault(draft);
  }

  /** Strikes every call from that one on, instead of that one alone. */
  public Fault always() {
    Draft draft = draft();
    draft.always = true;
    return new Fault(draft);
  }

  /** Fits only allocations, copies and fills of so many bytes. */
  public Fault ofBytes(long count) {
    require(count >= 1, "calls of " + count + " bytes", "give at least 1");
    Draft draft = draft();
    draft.bytes = count;
    return new Fault(draft);
  }

  /**
   * Fits only launches that have an argument of this name, and copies and fills of where that
   * argument lies. A device is not told what a copy is for: it knows where an argument lies from
   * the last launch, so the uploads of a first run fit no argument.
   */
  public Fault ofArgument(String name) {
    Draft draft = draft();
    draft.argument = Objects.requireNonNull(name, "name");
    return new Fault(draft);
  }

  /** Gives the failure a native code. */
  public Fault withNativeCode(long code) {
    Draft draft = draft();
    draft.nativeCode = code;
    return new Fault(draft);
  }

  /** Loses the device. */
  public Fault losing() {
    return withEffect(Effect.LOSE);
  }

  /** Fails as a device without room does. */
  public Fault runningOut() {
    return withEffect(Effect.RUN_OUT);
  }

  /** Throws what a platform should not throw. */
  public Fault throwing(Supplier<? extends RuntimeException> exception) {
    Draft draft = draft();
    draft.effect = Effect.THROW;
    draft.thrown = Objects.requireNonNull(exception, "exception");
    return new Fault(draft);
  }

  /** Makes the call succeed, so much later. */
  public Fault delaying(Duration time) {
    require(!time.isNegative(), "a delay of " + time, "give zero or more");
    Draft draft = draft();
    draft.effect = Effect.DELAY;
    draft.delay = time;
    return new Fault(draft);
  }

  /**
   * Makes the call succeed with one byte of the copy inverted. Fits only uploads and downloads that
   * have that byte.
   *
   * @param offset from the start of the copy
   */
  public Fault corrupting(long offset) {
    require(offset >= 0, "byte " + offset, "count bytes from 0");
    Draft draft = draft();
    draft.effect = Effect.CORRUPT;
    draft.corruptedByte = offset;
    return new Fault(draft);
  }

  private static void require(boolean valid, String what, String remedy) {
    if (!valid) {
      throw new RejectedCallException(ErrorDetail.remedy(remedy), "a fault cannot be of " + what);
    }
  }

  /**
   * Returns whether a call is of the kind that this fault is about.
   *
   * @param byteCount of an allocation, copy or fill; otherwise 0
   * @param arguments the arguments that it is known to be about
   */
  public boolean fits(DeviceCall made, long byteCount, Set<String> arguments) {
    boolean isCopy = made == DeviceCall.UPLOAD || made == DeviceCall.DOWNLOAD;
    return (call == null || call == made)
        && (bytes == ANY_BYTES || bytes == byteCount)
        && (argument == null || arguments.contains(argument))
        && (effect != Effect.CORRUPT || (isCopy && corruptedByte < byteCount));
  }

  /**
   * Returns whether it strikes.
   *
   * @param fitting how many calls have fitted, this one included
   */
  public boolean isDue(long fitting) {
    return always ? fitting >= number : fitting == number;
  }

  /** Returns how much later the call succeeds. */
  public Duration delay() {
    return delay;
  }

  /** Returns which byte of the copy is inverted, or -1 for none. */
  public long corruptedByte() {
    return effect == Effect.CORRUPT ? corruptedByte : -1;
  }

  /**
   * Returns what the call throws, or null where it succeeds.
   *
   * @param which says which call it was
   */
  public @Nullable RuntimeException failure(String which) {
    String problem = which + " was made to fail";
    return switch (effect) {
      case FAIL -> coded(DeviceFailure.failed(problem, null));
      case LOSE -> coded(DeviceFailure.lost(problem, null));
      case RUN_OUT -> coded(DeviceFailure.outOfMemory(problem));
      case THROW -> Objects.requireNonNull(thrown).get();
      case DELAY, CORRUPT -> null;
    };
  }

  private DeviceFailure coded(DeviceFailure failure) {
    return nativeCode == null ? failure : failure.withNativeCode(nativeCode);
  }
}
