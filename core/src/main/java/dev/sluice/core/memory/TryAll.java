package dev.sluice.core.memory;

import dev.sluice.spi.DeviceFailure;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clean-up that goes on after a failure. Stateless. */
public final class TryAll {

  private TryAll() {}

  /**
   * Does something for every item. The first failure is thrown, with the others suppressed, once
   * all were tried: a {@link DeviceFailure} where a device call failed.
   */
  public static <T> void each(Iterable<T> items, Consumer<T> step) {
    Throwable first = null;
    for (T item : items) {
      try {
        step.accept(item);
      } catch (Throwable failure) { // whatever it is, the other steps are still owed
        first = first(first, failure);
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first; // a Consumer throws nothing else
    }
  }

  /** Returns the earlier of two failures; it carries the later one, unless they are the same. */
  public static <E extends Throwable> E first(@Nullable E earlier, E later) {
    if (earlier == null) {
      return later;
    }
    if (earlier != later) {
      earlier.addSuppressed(later);
    }
    return earlier;
  }
}
