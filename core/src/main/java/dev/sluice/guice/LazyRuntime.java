package dev.sluice.guice;

import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import org.jspecify.annotations.Nullable;

/**
 * The one runtime of a binding in an injector, opened by whoever asks first. Guice's own singletons
 * would be opened with the injector in its production stage. Guarded by {@code this}; others wait
 * while the device is being opened.
 */
final class LazyRuntime {

  private final Sluice.Builder builder;
  private @Nullable DeviceRuntime runtime;

  LazyRuntime(Sluice.Builder builder) {
    this.builder = builder;
  }

  /** Returns the runtime; after a failure to open it, the next call tries again. */
  synchronized DeviceRuntime get() {
    if (runtime == null) {
      runtime = builder.open();
    }
    return runtime;
  }
}
