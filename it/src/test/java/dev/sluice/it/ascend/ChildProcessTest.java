package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.a5.A5Platform;
import dev.sluice.it.jvm.ChildJvm;
import dev.sluice.it.jvm.ChildJvm.Result;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What takes a process down, and libraries that are not what they should be. */
class ChildProcessTest {

  private static final Path MAIN =
      Path.of("src", "test", "resources", "child", "ascend", "OneRun.java");
  private static final String CLOSED = "a thread ends after the device was closed";

  @TempDir private Path folder;

  static List<Build> builds() {
    return StandIn.builds("sim").toList();
  }

  static List<Build> oneBuildOfEachFamily() {
    return builds().stream().filter(build -> !build.buildsGraphOnHost()).toList();
  }

  private Result run(Build build, StandIn standIn, String entry, String... options)
      throws IOException, InterruptedException {
    String jars =
        ChildJvm.jarsToCompileWith()
            + File.pathSeparator
            + ChildJvm.path(A2a3Platform.class, A5Platform.class);
    ChildJvm child = new ChildJvm(folder);
    Path classes = child.compile(List.of("--class-path", jars), List.of(MAIN));
    Path object = folder.resolve("object.so");
    Files.write(object, StandIn.sharedObject("object"));
    List<String> all = new ArrayList<>(List.of(options));
    standIn
        .options()
        .forEach(
            (name, value) -> all.add("-Dsluice." + build.platform() + "." + name + "=" + value));
    all.addAll(List.of("--class-path", classes + File.pathSeparator + jars, "ascend.OneRun"));
    all.addAll(List.of(build.platform(), object.toString(), entry));
    return child.java(all.toArray(String[]::new));
  }

  private Result run(Build build, String entry) throws IOException, InterruptedException {
    return run(build, StandIn.of(build), entry);
  }

  private StandIn own(Build build, String... options) {
    return StandIn.with(build, folder.resolve("home"), options);
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_process_ends_well_although_threads_end_after_the_device(Build build) throws Exception {
    Result result = run(build, "empty");

    assertThat(result.out()).containsExactly("ran", CLOSED);
    assertThat(result.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_run_that_hangs_does_not_keep_the_process(Build build) throws Exception {
    Result result = run(build, "never_finishes");

    assertThat(result.out()).hasSize(2).last().isEqualTo(CLOSED);
    assertThat(result.out().get(0))
        .startsWith(
            "DeviceLostException: callable 'f' on " + build.platform() + ":0: the device is")
        .contains("did not complete within the run time-out of PT0.2S");
    assertThat(result.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("oneBuildOfEachFamily")
  void a_native_crash_takes_the_process_and_says_where(Build build) throws Exception {
    Result result =
        run(
            build,
            StandIn.of(build),
            "crashes",
            "-XX:ErrorFile=" + folder.resolve("crash.txt"),
            "-XX:-CreateCoredumpOnCrash");

    assertThat(result.exitCode()).isNotZero();
    assertThat(folder.resolve("crash.txt")).content().contains("libhost_runtime.so");
  }

  @ParameterizedTest
  @MethodSource("oneBuildOfEachFamily")
  void an_exit_in_the_middle_of_a_run_ends_the_process_with_its_code(Build build) throws Exception {
    Result result = run(build, "exits");

    assertThat(result.exitCode()).isEqualTo(41);
    assertThat(result.out()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_library_of_another_contract_is_refused_by_its_number(Build build) throws Exception {
    Result result = run(build, own(build, "-DSTANDIN_CONTRACT_VERSION=2"), "empty");

    assertThat(result.out().get(0))
        .startsWith("PlatformException: " + build.platform() + ":0: the device cannot be opened: ")
        .contains("its pipeline contract has version 2, and this build knows version 1");
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_library_of_an_older_era_is_refused_by_its_symbol(Build build) throws Exception {
    Result result =
        run(build, own(build, "-DSTANDIN_REMOVED_SYMBOL=select_pipeline_slot_ctx"), "empty");

    assertThat(result.out().get(0)).contains("select_pipeline_slot_ctx");
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_library_that_lacks_a_symbol_is_refused_by_its_name(Build build) throws Exception {
    Result result = run(build, own(build, "-Dget_retained_temp_addr_ctx=standin_renamed"), "empty");

    assertThat(result.out().get(0)).contains("get_retained_temp_addr_ctx");
  }

  @ParameterizedTest
  @MethodSource("oneBuildOfEachFamily")
  void an_empty_file_and_one_for_another_machine_are_refused(Build build) throws Exception {
    StandIn standIn = own(build);
    Files.write(standIn.hostRuntime(), new byte[0]);
    assertThat(run(build, standIn, "empty").out().get(0))
        .startsWith("PlatformException: " + build.platform() + ":0: the device cannot be opened: ")
        .contains("libhost_runtime.so");

    byte[] foreign = StandIn.sharedObject("");
    foreign[18] = (byte) 243; // EM_RISCV
    Files.write(standIn.hostRuntime(), foreign);
    assertThat(run(build, standIn, "empty").out().get(0))
        .startsWith("PlatformException: " + build.platform() + ":0: the device cannot be opened: ")
        .contains("libhost_runtime.so");
  }

  @ParameterizedTest
  @MethodSource("oneBuildOfEachFamily")
  void the_jvm_finds_no_fault_in_the_jni_calls(Build build) throws Exception {
    String check = "-Xcheck:jni";
    assertThat(run(build, StandIn.of(build), "empty", check).out()).containsExactly("ran", CLOSED);
    assertThat(run(build, StandIn.of(build), "no_such_entry", check).out())
        .hasSize(2)
        .last()
        .isEqualTo(CLOSED);
    assertThat(run(build, own(build, "-DSTANDIN_CONTRACT_VERSION=2"), "empty", check).out())
        .hasSize(2)
        .last()
        .isEqualTo(CLOSED);
  }
}
