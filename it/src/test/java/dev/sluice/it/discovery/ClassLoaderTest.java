package dev.sluice.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.discovery.PlatformEntry;
import dev.sluice.core.discovery.PlatformRegistry;
import dev.sluice.core.discovery.RefusalCode;
import dev.sluice.it.jvm.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders of an application's own. */
class ClassLoaderTest {

  private static final int COLLECTIONS = 300;
  private static final long PAUSE_MILLIS = 100;

  @TempDir private Path folder;

  private static URL[] urls(String path) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String part : path.split(File.pathSeparator)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /** Looks into its own jars before it asks its parent, as application servers do. */
  private static final class ChildFirst extends URLClassLoader {

    ChildFirst(URL[] jars) {
      super(jars, ClassLoaderTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && (name.startsWith("acme.") || name.startsWith("dev.sluice."))) {
          try {
            loaded = findClass(name);
          } catch (ClassNotFoundException e) {
            return super.loadClass(name, resolve); // not in our jars
          }
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }
  }

  @Test
  void a_platform_with_a_copy_of_the_spi_behind_another_loader_is_refused() throws IOException {
    Path acme = PlatformJar.of(folder, "acme").build();
    try (ChildFirst loader = new ChildFirst(urls(acme + File.pathSeparator + ChildJvm.jars()))) {
      PlatformEntry refused =
          PlatformRegistry.discover(loader).entries().stream()
              .filter(entry -> entry.source().provider().equals("acme.Provider"))
              .findFirst()
              .orElseThrow();

      assertThat(refused.source().jar()).isEqualTo(acme.toString());
      assertThat(refused.verdict().code()).isEqualTo(RefusalCode.NOT_A_PLATFORM);
      assertThat(refused.verdict().because())
          .startsWith(
              "it implements another copy of the SPI, which another class loader took from ")
          .endsWith("; leave sluice-core out of the platform's jar and folder");
    }
  }

  @Test
  void the_class_loader_of_a_closed_runtime_is_collected()
      throws IOException, ReflectiveOperationException, InterruptedException {
    Path source = Path.of("src", "test", "resources", "child", "collected", "Host.java");
    Path host =
        new ChildJvm(folder).compile(List.of("--class-path", ChildJvm.jars()), List.of(source));
    ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

    WeakReference<ClassLoader> loader =
        used(urls(host + File.pathSeparator + ChildJvm.jars()), collected);

    for (int i = 0; i < COLLECTIONS && !loader.refersTo(null); i++) {
      System.gc();
      collected.remove(PAUSE_MILLIS);
    }
    assertThat(loader.refersTo(null)).as("the loader was collected").isTrue();
  }

  /** Uses Sluice behind a loader of its own, in a frame that is gone when it returns. */
  private static WeakReference<ClassLoader> used(URL[] jars, ReferenceQueue<ClassLoader> collected)
      throws IOException, ReflectiveOperationException {
    try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      Runnable host =
          (Runnable) loader.loadClass("collected.Host").getDeclaredConstructor().newInstance();
      assertThat(host.getClass().getClassLoader()).isSameAs(loader);
      host.run();
      return new WeakReference<>(loader, collected);
    }
  }
}
