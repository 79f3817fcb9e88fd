package dev.sluice.core.discovery;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls code of a platform on a daemon thread and waits for a limited time, since a static
 * initialiser or a probe may hang. The thread's context loader is the registry's and it inherits no
 * thread locals, so that neither what it does nor what it holds depends on who asks. Immutable.
 */
final class BoundedCall {

  /**
   * What became of a call.
   *
   * @param value what it returned, if it did
   * @param failure what it threw, or {@link TimedOut}; null where it returned
   */
  record Answer<T>(@Nullable T value, @Nullable Throwable failure) {}

  /** The call did not return in time; says how long it had, and where it is. */
  static final class TimedOut extends Exception {

    private static final long serialVersionUID = 1L;

    TimedOut(String message) {
      super(message);
    }
  }

  private final ClassLoader loader;
  private final Duration limit;

  BoundedCall(ClassLoader loader, Duration limit) {
    this.loader = loader;
    this.limit = limit;
  }

  /**
   * Makes the call. Where it takes too long, its thread is interrupted and left alone.
   *
   * @param provider the class it is about, for the thread's name and for messages
   * @throws PlatformException if the caller is interrupted, which stays set
   */
  <T> Answer<T> ask(String provider, Callable<@Nullable T> call) {
    FutureTask<@Nullable T> task = new FutureTask<>(call);
    Thread thread = new Thread(null, task, "sluice-discovery-" + provider, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      return new Answer<>(task.get(limit.toNanos(), TimeUnit.NANOSECONDS), null);
    } catch (ExecutionException e) {
      return new Answer<>(null, e.getCause());
    } catch (TimeoutException e) {
      String where = whereIn(thread);
      task.cancel(true);
      return new Answer<>(
          null, new TimedOut("it did not return within " + limit.toMillis() + " ms" + where));
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      throw new PlatformException(
          ErrorDetail.none(), "interrupted while waiting for the platform class " + provider, e);
    }
  }

  private static String whereIn(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .filter(frame -> !"java.base".equals(frame.getModuleName()))
        .findFirst()
        .map(BoundedCall::describe)
        .orElse("");
  }

  /** Without the loader and module that the frame's own text starts with. */
  private static String describe(StackTraceElement frame) {
    return ", and is in "
        + frame.getClassName()
        + "."
        + frame.getMethodName()
        + "("
        + frame.getFileName()
        + ":"
        + frame.getLineNumber()
        + ")";
  }
}
