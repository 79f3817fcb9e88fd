package dev.sluice.spi.hostruntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.spi.CopyCosts;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.tensor.DataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRuntimeOptionsTest {

  private static final HostRuntimeFamily FAMILY =
      new HostRuntimeFamily(
          "a2a3", "Ascend A2/A3", 2, 4, EnumSet.of(DataType.FLOAT32), CopyCosts.UNKNOWN);

  @TempDir private Path home;

  @Test
  void without_options_the_host_runtime_chooses() {
    HostRuntimeOptions options = HostRuntimeOptions.of(FAMILY, Map.of());
    ByteBuffer config = options.flatConfig();

    assertThat(config.remaining()).isEqualTo(104);
    while (config.hasRemaining()) {
      assertThat(config.get()).isZero();
    }
    assertThat(options.variant()).isEqualTo(HostRuntimeOptions.Variant.ONBOARD);
    assertThat(options.logThreshold()).isEqualTo(30);
  }

  @Test
  void sizes_are_for_all_rings_or_for_each() {
    ByteBuffer config =
        HostRuntimeOptions.of(
                FAMILY,
                Map.of(
                    "aicpu-threads", "3",
                    "ring-task-window", "64",
                    "ring-heap", "1024, 2048,0,4096",
                    "ring-dep-pool", "5"))
            .flatConfig();

    assertThat(config.getInt(0)).isEqualTo(3);
    assertThat(config.getLong(8)).isEqualTo(64);
    assertThat(config.getLong(32)).isEqualTo(64);
    assertThat(config.getLong(40)).isEqualTo(1024);
    assertThat(config.getLong(56)).isZero();
    assertThat(config.getLong(64)).isEqualTo(4096);
    assertThat(config.getLong(72)).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "home | '' | give the path of a folder",
        "home | ' ' | give the path of a folder",
        "variant | simulator | give onboard or sim",
        "runtime | other | give tensormap_and_ringbuffer or host_build_graph",
        "aicpu-threads | 1 | give auto, or a number from 2 to 4",
        "aicpu-threads | 5 | give auto, or a number from 2 to 4",
        "ring-task-window | 3 | sizes are powers of two from 4 to 2^30, or 0 for the host runtime's own",
        "ring-task-window | 2147483648 | sizes are powers of two from 4 to 2^30, or 0 for the host runtime's own",
        "ring-heap | 1023 | sizes are bytes, at least 1024, or 0 for the host runtime's own",
        "ring-heap | 1,2 | give one size for all rings, or four with commas between them",
        "ring-dep-pool | many | sizes are numbers from 4 to 2147483647",
        "log | loud | give debug or info or timing or warn or error or off"
      })
  void a_wrong_value_is_refused_with_what_would_be_right(String name, String value, String remedy) {
    assertThatThrownBy(() -> HostRuntimeOptions.of(FAMILY, Map.of(name, value)))
        .isInstanceOfSatisfying(
            DeviceFailure.class,
            failure -> {
              assertThat(failure.problem())
                  .isEqualTo("the option " + name + " of the platform a2a3 is '" + value + "'");
              assertThat(failure.remedy()).isEqualTo(remedy);
            });
  }

  @Test
  void an_unknown_option_is_refused() {
    assertThatThrownBy(() -> HostRuntimeOptions.of(FAMILY, Map.of("rings", "1")))
        .hasMessage("the platform a2a3 has no option 'rings'");
  }

  private String unavailable(Map<String, String> options) {
    return String.valueOf(
        new HostRuntime(FAMILY, new RecordedCalls())
            .probe(new DeviceOptions(0, options))
            .unavailableBecause());
  }

  @Test
  void a_probe_names_the_files_that_are_missing() throws IOException {
    assertThat(unavailable(Map.of()))
        .isEqualTo("no home is set: say where the host runtime is installed with sluice.a2a3.home");
    assertThat(unavailable(Map.of("home", home.resolve("none").toString())))
        .isEqualTo("the host runtime's home " + home.resolve("none") + " is not a folder");
    assertThat(unavailable(Map.of("home", home.toString())))
        .isEqualTo(
            "the host runtime's home "
                + home
                + " lacks a2a3/onboard/tensormap_and_ringbuffer/libhost_runtime.so,"
                + " a2a3/onboard/tensormap_and_ringbuffer/libaicpu_kernel.so,"
                + " a2a3/onboard/tensormap_and_ringbuffer/aicore_kernel.o,"
                + " a2a3/dispatcher/libsimpler_aicpu_dispatcher.so");

    Map<String, String> sim =
        Map.of("home", home.toString(), "variant", "sim", "runtime", "host_build_graph");
    Path folder = Files.createDirectories(home.resolve("a2a3/sim/host_build_graph"));
    Files.createFile(folder.resolve("libhost_runtime.so"));
    Files.createFile(folder.resolve("libaicpu_kernel.so"));
    Files.createFile(folder.resolve("libaicore_kernel.so"));
    assertThat(unavailable(sim))
        .isEqualTo("the host runtime's home " + home + " lacks libcpu_sim_context.so");
    Files.createFile(home.resolve("libcpu_sim_context.so"));
    assertThat(unavailable(sim)).isEqualTo("null");
  }

  @Test
  void a_probe_and_a_refused_open_load_nothing() {
    RecordedCalls calls = new RecordedCalls();
    HostRuntime runtime = new HostRuntime(FAMILY, calls);
    runtime.probe(new DeviceOptions(0, Map.of("home", home.toString())));

    assertThatThrownBy(() -> runtime.open(new DeviceOptions(0, Map.of())))
        .hasMessage("no home is set");
    assertThatThrownBy(() -> runtime.open(new DeviceOptions(0, Map.of("home", home.toString()))))
        .hasMessageContaining("lacks a2a3/onboard");
    assertThat(calls.made).isEmpty();
  }

  @Test
  void a_device_that_cannot_be_taken_over_is_closed_again() throws IOException {
    Path folder = Files.createDirectories(home.resolve("a2a3/sim/host_build_graph"));
    Files.createFile(folder.resolve("libhost_runtime.so"));
    Files.createFile(folder.resolve("libaicpu_kernel.so"));
    Files.createFile(folder.resolve("libaicore_kernel.so"));
    Files.createFile(home.resolve("libcpu_sim_context.so"));
    Map<String, String> options =
        Map.of(
            "home", home.toString(),
            "variant", "sim",
            "runtime", "host_build_graph",
            "library", "/proc/self/exe"); // a library for this machine, which is not loaded
    RecordedCalls calls = new RecordedCalls();
    calls.errors.put("committedBytes", new OutOfMemoryError("no buffer"));
    HostRuntime runtime = new HostRuntime(FAMILY, calls);

    assertThatThrownBy(() -> runtime.open(new DeviceOptions(0, options)))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(calls.made).containsExactly("systemLoad", "load", "open", "close false");
  }
}
