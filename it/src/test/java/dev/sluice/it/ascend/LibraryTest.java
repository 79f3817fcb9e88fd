package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.a5.A5Platform;
import dev.sluice.it.jvm.ChildJvm;
import dev.sluice.it.jvm.ChildJvm.Result;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.spi.DevicePlatform;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The platform's JNI library out of its jar: as a module, denied, and by two class loaders. */
class LibraryTest {

  @TempDir private Path folder;

  static Stream<Build> builds() {
    return StandIn.builds("sim").filter(build -> !build.buildsGraphOnHost());
  }

  private static Class<? extends DevicePlatform> type(Build build) {
    return build.platform().equals("a5") ? A5Platform.class : A2a3Platform.class;
  }

  /** Runs the application on the class path, with Sluice and the platform as named modules. */
  private Result onModulePath(Build build, String... options)
      throws IOException, InterruptedException {
    ChildJvm child = new ChildJvm(folder);
    String jars = ChildJvm.jars() + File.pathSeparator + ChildJvm.path(type(build));
    Path main = Path.of("src", "test", "resources", "child", "ascend", "OneRun.java");
    Path classes =
        child.compile(List.of("--class-path", ChildJvm.jarsToCompileWith()), List.of(main));
    Path object = Files.write(folder.resolve("object.so"), StandIn.sharedObject("object"));
    List<String> all = new ArrayList<>(List.of(options));
    StandIn.of(build)
        .options()
        .forEach(
            (name, value) -> all.add("-Dsluice." + build.platform() + "." + name + "=" + value));
    all.addAll(List.of("--module-path", jars, "--add-modules", "ALL-MODULE-PATH"));
    all.addAll(List.of("--class-path", classes.toString(), "ascend.OneRun"));
    all.addAll(List.of(build.platform(), object.toString(), "empty"));
    return child.java(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("builds")
  void it_is_loaded_from_a_named_module(Build build) throws Exception {
    Result result =
        onModulePath(build, "--enable-native-access=dev.sluice.platform." + build.platform());

    assertThat(result.out()).startsWith("ran");
    assertThat(result.err()).noneMatch(line -> line.startsWith("WARNING"));
    assertThat(result.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("builds")
  @EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "older ones deny nothing")
  void where_native_access_is_denied_the_flag_is_named(Build build) throws Exception {
    assertThat(onModulePath(build, "--illegal-native-access=deny").out().get(0))
        .startsWith("PlatformException: " + build.platform() + ":0: the device cannot be opened: ")
        .endsWith(
            "cannot be loaded: native access is denied to dev.sluice.platform."
                + build.platform()
                + "; start Java with --enable-native-access=dev.sluice.platform."
                + build.platform());
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_second_class_loader_is_told_that_there_is_a_first(Build build) throws Exception {
    Class<? extends DevicePlatform> type = type(build);
    URL jar = type.getProtectionDomain().getCodeSource().getLocation();
    DeviceOptions options = new DeviceOptions(0, StandIn.of(build).options());
    try (DeviceContext first = type.getConstructor().newInstance().open(options);
        URLClassLoader loader = new URLClassLoader(new URL[] {jar}, without(type.getPackage()))) {
      assertThat(first.limits()).isNotNull();
      DevicePlatform second =
          (DevicePlatform) loader.loadClass(type.getName()).getConstructor().newInstance();

      assertThatThrownBy(() -> second.open(options))
          .isInstanceOfSatisfying(
              DeviceFailure.class,
              failure ->
                  assertThat(failure.problem())
                      .startsWith("the native library ")
                      .endsWith(" is already loaded by another class loader of this process"));
    }
  }

  /** Returns this class's loader, which does not know one package. */
  private static ClassLoader without(Package hidden) {
    return new ClassLoader(LibraryTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(hidden.getName() + ".")) {
          throw new ClassNotFoundException(name);
        }
        return super.loadClass(name, resolve);
      }
    };
  }
}
