package dev.sluice.core.memory;

import dev.sluice.spi.DeviceFailure;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clean-up that goes on after a failure. Stateless. */
public final class TryAll {

  private TryAll() {}

  /**
   * Makes a device call for every item.
   *
   * @throws DeviceFailure the first failure, with the others suppressed, once all were tried
   */
  public static <T> void each(Iterable<T> items, Consumer<T> deviceCall) {
    DeviceFailure first = null;
    for (T item : items) {
      try {
        deviceCall.accept(item);
      } catch (DeviceFailure failure) {
        first = first(first, failure);
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Returns the earlier of two failures; it carries the later one, unless they are the same. */
  public static DeviceFailure first(@Nullable DeviceFailure earlier, DeviceFailure later) {
    if (earlier == null) {
      return later;
    }
    if (earlier != later) {
      earlier.addSuppressed(later);
    }
    return earlier;
  }
}
