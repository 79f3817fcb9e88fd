package dev.sluice.it.injection;

import static com.google.inject.name.Names.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Binding;
import com.google.inject.BindingAnnotation;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import com.google.inject.TypeLiteral;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import com.google.inject.spi.LinkedKeyBinding;
import com.google.inject.spi.PrivateElements;
import com.google.inject.spi.ProviderInstanceBinding;
import com.google.inject.spi.ProvidesMethodBinding;
import dev.sluice.DeviceRuntime;
import dev.sluice.OutputFill;
import dev.sluice.TransferMode;
import dev.sluice.core.SluiceConfig;
import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.PlatformException;
import dev.sluice.guice.SluiceModule;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SluiceModuleTest {

  @BindingAnnotation
  @Retention(RetentionPolicy.RUNTIME)
  @interface Checking {}

  @TempDir private Path folder;

  private static SluiceConfig.Builder config(String platform) {
    return SluiceConfig.builder()
        .systemProperties(Map.of())
        .environment(Map.of())
        .platform(platform);
  }

  private static SluiceModule module(String platform) {
    return SluiceModule.of(config(platform).build());
  }

  private static Key<DeviceRuntime> runtime(String name) {
    return Key.get(DeviceRuntime.class, named(name));
  }

  @Test
  void a_module_without_a_configuration_or_a_loader_is_not_made() {
    SluiceModule module = module("sim");

    assertThatThrownBy(() -> SluiceModule.of(null)).hasMessage("config");
    assertThatThrownBy(() -> module.classLoader(null)).hasMessage("classLoader");
  }

  @Test
  void an_injector_has_one_runtime() {
    Injector injector = Guice.createInjector(module("sim"));

    try (DeviceRuntime runtime = injector.getInstance(DeviceRuntime.class)) {
      assertThat(runtime.device().name()).isEqualTo("sim:0");
      assertThat(injector.getInstance(DeviceRuntime.class)).isSameAs(runtime);
      assertThat(injector.createChildInjector().getInstance(DeviceRuntime.class)).isSameAs(runtime);
    }
  }

  @Test
  void threads_that_ask_at_once_get_one_runtime() throws Exception {
    Injector injector = Guice.createInjector(module("sim"));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<DeviceRuntime>> asked =
          IntStream.range(0, 8)
              .mapToObj(i -> threads.submit(() -> injector.getInstance(DeviceRuntime.class)))
              .toList();
      try (DeviceRuntime runtime = injector.getInstance(DeviceRuntime.class)) {
        for (Future<DeviceRuntime> future : asked) {
          assertThat(future.get()).isSameAs(runtime);
        }
      }
    } finally {
      threads.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DEVELOPMENT", "PRODUCTION"})
  void the_device_is_opened_on_first_use_in_every_stage(Stage stage) {
    Injector injector = Guice.createInjector(stage, module("absent"));
    Provider<DeviceRuntime> provider = injector.getProvider(DeviceRuntime.class);

    assertThatThrownBy(provider::get)
        .isInstanceOf(ProvisionException.class)
        .hasCauseInstanceOf(PlatformException.class);
  }

  @Test
  void after_a_failure_the_next_injection_tries_again() throws IOException {
    try (URLClassLoader loader = new URLClassLoader(new URL[0], null)) {
      Injector injector = Guice.createInjector(module("sim").classLoader(loader));
      Provider<DeviceRuntime> provider = injector.getProvider(DeviceRuntime.class);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(provider::get).hasCauseInstanceOf(PlatformException.class);
      }
    }
  }

  @Test
  void the_host_closes_the_runtime_and_nothing_opens_it_again() {
    Injector injector = Guice.createInjector(module("sim"));
    DeviceRuntime runtime = injector.getInstance(DeviceRuntime.class);
    assertThat(runtime.isOpen()).isTrue();

    runtime.close();

    assertThat(injector.getInstance(DeviceRuntime.class)).isSameAs(runtime);
    assertThat(runtime.isOpen()).isFalse();
  }

  @Test
  void a_runtime_that_was_closed_and_is_injected_again_says_so_when_it_is_used() {
    Injector injector = Guice.createInjector(module("sim"));
    injector.getInstance(DeviceRuntime.class).close();

    DeviceRuntime closed = injector.getInstance(DeviceRuntime.class);

    assertThatThrownBy(() -> closed.allocate(DataType.FLOAT32, Shape.of(1)))
        .isInstanceOf(ClosedRuntimeException.class)
        .hasMessage("sim:0: the runtime is closed; open another");
    closed.close();
  }

  @Test
  void threads_that_ask_while_the_device_does_not_open_all_get_the_reason() throws Exception {
    Injector injector = Guice.createInjector(module("absent"));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<DeviceRuntime>> asked =
          IntStream.range(0, 8)
              .mapToObj(i -> threads.submit(() -> injector.getInstance(DeviceRuntime.class)))
              .toList();
      for (Future<DeviceRuntime> future : asked) {
        assertThatThrownBy(future::get)
            .hasCauseInstanceOf(ProvisionException.class)
            .hasRootCauseInstanceOf(PlatformException.class);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void the_runtime_is_opened_as_configured() {
    SluiceConfig config =
        config("sim")
            .transferMode(TransferMode.COPY_ALL)
            .outputFill(OutputFill.ZERO)
            .runTimeout(Duration.ofSeconds(9))
            .platformOption("sim", "capacity", "1KiB")
            .build();

    try (DeviceRuntime runtime =
        Guice.createInjector(SluiceModule.of(config)).getInstance(DeviceRuntime.class)) {
      assertThat(runtime.transferMode()).isEqualTo(TransferMode.COPY_ALL);
      assertThat(runtime.outputFill()).isEqualTo(OutputFill.ZERO);
      assertThat(runtime.runTimeout()).isEqualTo(Duration.ofSeconds(9));
      assertThat(runtime.limits().largestAllocationBytes()).isEqualTo(1024);
    }
  }

  @Test
  void the_platform_is_taken_from_the_system_properties_where_code_names_none() {
    SluiceConfig config =
        SluiceConfig.builder()
            .systemProperties(Map.of("sluice.platform", "sim"))
            .environment(Map.of())
            .build();

    try (DeviceRuntime runtime =
        Guice.createInjector(SluiceModule.of(config)).getInstance(DeviceRuntime.class)) {
      assertThat(runtime.device().platform()).isEqualTo("sim");
    }
  }

  @Test
  void an_injector_has_runtimes_on_two_platforms_by_annotation() throws IOException {
    try (URLClassLoader loader = SecondLoader.in(folder)) {
      Injector injector =
          Guice.createInjector(
              module("sim").annotatedWith(named("a")),
              module("second").classLoader(loader).annotatedWith(Checking.class));

      try (DeviceRuntime a = injector.getInstance(runtime("a"));
          DeviceRuntime checking =
              injector.getInstance(Key.get(DeviceRuntime.class, Checking.class))) {
        assertThat(a.device().name()).isEqualTo("sim:0");
        assertThat(checking.device().name()).isEqualTo("second:0");
        assertThat(injector.getInstance(runtime("a"))).isSameAs(a);
        assertThat(injector.getExistingBinding(Key.get(DeviceRuntime.class))).isNull();
      }
    }
  }

  @Test
  void an_annotated_runtime_stands_beside_one_without() {
    Injector injector =
        Guice.createInjector(module("sim"), module("sim").annotatedWith(named("a")));

    try (DeviceRuntime plain = injector.getInstance(DeviceRuntime.class);
        DeviceRuntime a = injector.getInstance(runtime("a"))) {
      assertThat(a).isNotSameAs(plain);
    }
  }

  @Test
  void several_injectors_of_one_module_share_nothing() {
    SluiceModule module = module("sim");

    DeviceRuntime one = Guice.createInjector(module).getInstance(DeviceRuntime.class);
    try (DeviceRuntime other = Guice.createInjector(module).getInstance(DeviceRuntime.class)) {
      assertThat(other).isNotSameAs(one);
      one.close();
      assertThat(other.isOpen()).isTrue();
    }
  }

  @Test
  void the_only_binding_that_is_visible_is_the_runtime() {
    Injector injector = Guice.createInjector(module("sim").annotatedWith(named("a")));

    assertThat(injector.findBindingsByType(TypeLiteral.get(DeviceRuntime.class)))
        .extracting(binding -> (Object) binding.getKey())
        .containsExactly(runtime("a"));
    assertThat(injector.getBindings().keySet())
        .filteredOn(key -> key.getTypeLiteral().getRawType().getName().startsWith("dev.sluice"))
        .hasSize(1);
  }

  @Test
  void everything_is_bound_by_provider_methods() {
    List<Element> elements =
        ((PrivateElements) Elements.getElements(module("sim")).get(0)).getElements();

    assertThat(elements)
        .filteredOn(element -> element instanceof Binding)
        .hasSize(3)
        .allMatch(
            element ->
                element instanceof LinkedKeyBinding
                    || element instanceof ProviderInstanceBinding<?> binding
                        && binding.getUserSuppliedProvider() instanceof ProvidesMethodBinding)
        .filteredOn(element -> element instanceof LinkedKeyBinding)
        .hasSize(1);
  }
}
