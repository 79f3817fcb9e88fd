package dev.sluice.cli.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Things that are opened and closed together.
 *
 * @param <T> what they are
 */
final class Opened<T> implements AutoCloseable {

  private final List<T> opened = new ArrayList<>();
  private final Consumer<T> closer;

  private Opened(Consumer<T> closer) {
    this.closer = closer;
  }

  /** Opens something for each item, or nothing: if one fails, those before it are closed. */
  static <S, T> Opened<T> each(
      Collection<S> items, Function<? super S, ? extends T> opener, Consumer<T> closer) {
    Opened<T> all = new Opened<>(closer);
    try {
      items.forEach(item -> all.opened.add(opener.apply(item)));
      return all;
    } catch (Throwable first) {
      RuntimeException second = all.closeAll();
      if (second != null) {
        first.addSuppressed(second);
      }
      throw first;
    }
  }

  List<T> list() {
    return opened;
  }

  /** Closes all; the first failure is thrown, the others suppressed. */
  @Override
  public void close() {
    RuntimeException first = closeAll();
    if (first != null) {
      throw first;
    }
  }

  private @Nullable RuntimeException closeAll() {
    RuntimeException first = null;
    for (T one : opened) {
      try {
        closer.accept(one);
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    return first;
  }
}
