package dev.sluice.guice;

import com.google.inject.Key;
import com.google.inject.PrivateModule;
import com.google.inject.Provides;
import dev.sluice.DeviceRuntime;
import dev.sluice.core.Sluice;
import dev.sluice.core.SluiceConfig;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.Objects;

/**
 * Binds {@link DeviceRuntime}, one for each injector, opened when it is first asked for.
 *
 * <pre>{@code
 * Injector injector = Guice.createInjector(SluiceModule.create(), new HostModule());
 * try (DeviceRuntime runtime = injector.getInstance(DeviceRuntime.class)) {
 *   injector.getInstance(Host.class).serve();
 * }
 * }</pre>
 *
 * <p>The host closes the runtime, as above, when nothing uses it any more; the module never does.
 * What is injected after that is the closed runtime. Where the device must not be opened before it
 * is needed, inject {@code Provider<DeviceRuntime>}. A device that cannot be opened fails the
 * injection with a {@code ProvisionException} whose cause is Sluice's, and the next injection tries
 * again.
 *
 * <p>{@link #annotatedWith(Annotation)} gives the runtime a name, so that an injector can have
 * several:
 *
 * <pre>{@code
 * Guice.createInjector(
 *     SluiceModule.of(hardware).annotatedWith(Names.named("serving")),
 *     SluiceModule.of(simulator).annotatedWith(Names.named("checking")));
 * }</pre>
 *
 * <p>Immutable; may be installed in several injectors, which then have a runtime each.
 */
@SuppressWarnings("exports") // Guice is not required transitively: most hosts have none
public final class SluiceModule extends PrivateModule {

  private final SluiceConfig config;
  private final ClassLoader classLoader;
  private final Key<DeviceRuntime> key;

  private SluiceModule(SluiceConfig config, ClassLoader classLoader, Key<DeviceRuntime> key) {
    this.config = Objects.requireNonNull(config, "config");
    this.classLoader = Objects.requireNonNull(classLoader, "classLoader");
    this.key = key;
  }

  /**
   * Returns a module that opens what the system properties and the environment of this process say.
   */
  public static SluiceModule create() {
    return of(SluiceConfig.load());
  }

  /** Returns a module that opens what a configuration says. */
  public static SluiceModule of(SluiceConfig config) {
    return new SluiceModule(config, Sluice.class.getClassLoader(), Key.get(DeviceRuntime.class));
  }

  /** Returns a module that binds the runtime under an annotation, such as {@code named("a")}. */
  public SluiceModule annotatedWith(Annotation annotation) {
    return new SluiceModule(config, classLoader, Key.get(DeviceRuntime.class, annotation));
  }

  /** Returns a module that binds the runtime under a binding annotation without members. */
  public SluiceModule annotatedWith(Class<? extends Annotation> annotation) {
    return new SluiceModule(config, classLoader, Key.get(DeviceRuntime.class, annotation));
  }

  /** Returns a module that looks for platforms elsewhere; by default in the loader of Sluice. */
  public SluiceModule classLoader(ClassLoader loader) {
    return new SluiceModule(config, loader, key);
  }

  @Override
  protected void configure() {
    bind(key).to(Key.get(DeviceRuntime.class, Opened.class));
    expose(key);
  }

  @Provides
  @Singleton
  LazyRuntime lazyRuntime() {
    return new LazyRuntime(Sluice.builder(config).classLoader(classLoader));
  }

  @Provides
  @Opened
  DeviceRuntime runtime(LazyRuntime lazy) {
    return lazy.get();
  }
}
