package dev.sluice.core.discovery;

import dev.sluice.error.ErrorDetail;
import dev.sluice.error.PlatformException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Arrays;
import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls code of a platform on a daemon thread and waits for a limited time, since a static
 * initialiser or a probe may hang, and so may the text of what they throw. The thread's context
 * loader is the registry's and it inherits no thread locals, so that neither what it does nor what
 * it holds depends on who asks. Immutable.
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

  /** Stands for an exception whose own methods throw; says of which class it is. */
  static final class Unprintable extends Exception {

    private static final long serialVersionUID = 1L;

    Unprintable(Throwable thrown) {
      super(thrown.getClass().getName() + ", which cannot be printed");
    }

    @Override
    public String toString() {
      return String.valueOf(getMessage());
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
    FutureTask<Answer<T>> task = new FutureTask<>(() -> answer(call));
    Thread thread = new Thread(null, task, "sluice-discovery-" + provider, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
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

  /** Runs on the platform's thread: the text of what it throws may be its code too. */
  private static <T> Answer<T> answer(Callable<@Nullable T> call) {
    try {
      return new Answer<>(call.call(), null);
    } catch (Throwable thrown) {
      return new Answer<>(null, printable(thrown));
    }
  }

  /** Returns it, or a stand-in where it cannot be printed with all that it refers to. */
  private static Throwable printable(Throwable thrown) {
    try {
      thrown.printStackTrace(new PrintWriter(Writer.nullWriter()));
      return thrown;
    } catch (Throwable unprintable) {
      return new Unprintable(ofPlatform(thrown));
    }
  }

  /** Returns what the platform threw, without what the JDK put around it. */
  private static Throwable ofPlatform(Throwable thrown) {
    boolean isWrapper =
        thrown.getClass() == ServiceConfigurationError.class
            || thrown.getClass() == ExceptionInInitializerError.class;
    return isWrapper && thrown.getCause() != null ? ofPlatform(thrown.getCause()) : thrown;
  }

  private static String whereIn(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .takeWhile(frame -> !frame.getClassName().equals(BoundedCall.class.getName()))
        .filter(frame -> !"java.base".equals(frame.getModuleName()))
        .filter(frame -> frame.getFileName() != null) // without one it is generated code
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
