package dev.sluice.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import dev.sluice.spi.Launch;
import dev.sluice.spi.LaunchRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens a context, uses it and closes it, all on one thread, as the SPI promises a platform. */
final class OpenedContext {

  /** What a rule does with a context. */
  interface Use {
    void with(DeviceContext context) throws Exception;
  }

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private OpenedContext() {}

  /** Runs a rule; a platform that hangs fails it. */
  static void use(DevicePlatform platform, DeviceOptions options, Use rule) throws Exception {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, "conformance");
              made.setDaemon(true);
              return made;
            });
    try {
      thread
          .submit(
              () -> {
                try (DeviceContext context = platform.open(options)) {
                  rule.with(context);
                }
                return true;
              })
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    } catch (TimeoutException e) {
      throw new AssertionError("the platform did not come back within " + PATIENCE, e);
    } finally {
      thread.shutdownNow();
    }
  }

  /** Returns direct memory of so many bytes that repeat only after a while. */
  static ByteBuffer counted(int bytes, int seed) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < bytes; i++) {
      buffer.put(i, (byte) (seed + i + i / 251));
    }
    return buffer;
  }

  /** Reads a range of an allocation. */
  static ByteBuffer read(DeviceContext context, long handle, long offset, int bytes) {
    ByteBuffer target = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    context.copyToHost(handle, offset, target.duplicate());
    return target;
  }

  /** Launches, waits and finishes. */
  static void launch(DeviceContext context, LaunchRequest request) {
    Launch launch = context.launch(request);
    long start = System.nanoTime();
    while (!launch.poll()) {
      assertThat(System.nanoTime() - start)
          .as("nanoseconds until poll() says that the launch is done")
          .isLessThan(PATIENCE.toNanos());
      Thread.onSpinWait();
    }
    launch.finish();
  }
}
