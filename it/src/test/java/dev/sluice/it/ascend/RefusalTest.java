package dev.sluice.it.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.CallableArtifact;
import dev.sluice.DeviceCallable;
import dev.sluice.DeviceRuntime;
import dev.sluice.ScalarType;
import dev.sluice.Signature;
import dev.sluice.TaskArgs;
import dev.sluice.a2a3.A2a3Platform;
import dev.sluice.a5.A5Platform;
import dev.sluice.core.Sluice;
import dev.sluice.error.PlatformException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.it.standin.StandIn;
import dev.sluice.it.standin.StandIn.Build;
import dev.sluice.kernel.NativeArtifact;
import dev.sluice.kernel.NativeKernel;
import dev.sluice.kernel.NativeKernel.CoreType;
import dev.sluice.spi.DeviceContext;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.DeviceOptions;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What would crash the host runtime does not reach it: the stand-in's log gets no line meanwhile.
 * What is just allowed does reach it.
 */
class RefusalTest {

  private static final Signature COPY = Signature.builder().in("from").out("to").build();

  @TempDir private Path folder;

  static Stream<Build> builds() {
    return StandIn.builds("sim");
  }

  static Stream<Build> a2a3() {
    return builds().filter(build -> build.platform().equals("a2a3"));
  }

  static Stream<Build> a5() {
    return builds().filter(build -> build.platform().equals("a5"));
  }

  private Path log() {
    return folder.resolve("calls.txt");
  }

  private Sluice.Builder builder(Build build) {
    StandIn standIn = StandIn.of(build);
    standIn.configure("log " + log());
    Sluice.Builder builder = Sluice.builder().platform(build.platform());
    standIn.options().forEach(builder::property);
    return builder;
  }

  private DeviceRuntime open(Build build) {
    return builder(build).open();
  }

  private static DeviceCallable callable(Build build, Signature signature) {
    return callable(build, "f", signature, StandIn.artifact("mixing"));
  }

  private static DeviceCallable callable(
      Build build, String name, Signature signature, CallableArtifact artifact) {
    return DeviceCallable.builder(name)
        .signature(signature)
        .artifact(build.platform(), artifact)
        .build();
  }

  private static HostTensor tensor(DataType type) {
    return HostTensor.allocate(type, Shape.of(4));
  }

  private List<String> calls() throws IOException {
    return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
  }

  /** Asserts that a call throws, and that the host runtime did not hear of it. */
  private AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable call) throws IOException {
    List<String> before = calls();
    AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(call);
    assertThat(calls()).as("calls of the host runtime").isEqualTo(before);
    return thrown;
  }

  private void assertReached(String call) throws IOException {
    assertThat(calls()).anyMatch(line -> line.startsWith(call + " "));
  }

  @ParameterizedTest
  @MethodSource("a2a3")
  void an_element_type_that_the_family_has_not(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build)) {
      DeviceCallable copy = callable(build, COPY);
      runtime.register(copy);
      for (DataType type : List.of(DataType.FP8E4M3FN, DataType.FP8E8M0, DataType.FP4E2M1)) {
        assertRefused(() -> runtime.run(copy, TaskArgs.of(tensor(type), tensor(DataType.INT8))))
            .isInstanceOf(RejectedCallException.class)
            .hasMessageContaining(
                "argument 0 'from' (4 bytes): the device does not take " + type + " elements");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("a5")
  void a5_takes_every_element_type(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build)) {
      for (DataType type : DataType.values()) {
        runtime.run(callable(build, COPY), TaskArgs.of(tensor(type), tensor(type)));
      }
    }
    assertReached("simpler_launch_run");
  }

  @ParameterizedTest
  @MethodSource("builds")
  void six_dimensions(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build)) {
      assertRefused(() -> runtime.allocate(DataType.INT8, Shape.of(1, 1, 1, 1, 1, 1)))
          .hasMessageContaining("a shape needs 1 to 5 dimensions, but 6 were given");
      HostTensor five = HostTensor.allocate(DataType.INT8, Shape.of(1, 2, 1, 2, 1));
      runtime.run(callable(build, COPY), TaskArgs.of(five, five.view(0, Shape.of(0))));
    }
    assertReached("simpler_launch_run");
  }

  private static Signature signature(int tensors, int scalars) {
    Signature.Builder signature = Signature.builder();
    for (int i = 0; i < tensors; i++) {
      signature.in("t" + i);
    }
    for (int i = 0; i < scalars; i++) {
      signature.scalar("s" + i, ScalarType.INT32);
    }
    return signature.build();
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_257th_tensor_and_a_129th_scalar(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build)) {
      assertRefused(() -> runtime.register(callable(build, signature(257, 0))))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining(
              "its signature has 257 tensors and 0 scalars; declare at most 256 and 128");
      assertRefused(() -> runtime.register(callable(build, signature(0, 129))))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining(
              "its signature has 0 tensors and 129 scalars; declare at most 256 and 128");
      TaskArgs.Builder most = TaskArgs.builder();
      for (int i = 0; i < 256; i++) {
        most.tensor(tensor(DataType.INT8));
      }
      for (int i = 0; i < 128; i++) {
        most.scalar(i);
      }
      runtime.run(callable(build, signature(256, 128)), most.build());
    }
    assertReached("simpler_launch_run");
  }

  @ParameterizedTest
  @MethodSource("builds")
  void other_counts_than_the_callables_own(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build)) {
      DeviceCallable copy = callable(build, COPY);
      runtime.register(copy);
      HostTensor some = tensor(DataType.INT8);
      assertRefused(() -> runtime.run(copy, TaskArgs.of(some)))
          .hasMessageContaining("declares 2 tensors, but 1 was given");
      assertRefused(() -> runtime.run(copy, TaskArgs.of(some, some, some)))
          .hasMessageContaining("declares 2 tensors, but 3 were given");
      assertRefused(
              () ->
                  runtime.run(copy, TaskArgs.builder().tensor(some).tensor(some).scalar(1).build()))
          .hasMessageContaining("declares 0 scalars, but 1 was given");
      assertRefused(
              () ->
                  runtime.register(
                      callable(build, "open", Signature.unknown(), StandIn.artifact("mixing"))))
          .hasMessageContaining("its signature does not say how many arguments it takes");
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_name_of_64_characters(Build build) throws IOException {
    assertRefused(() -> StandIn.artifact("e".repeat(64)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("has 64 characters; give at most 63");
    assertRefused(() -> NativeArtifact.builder().configSymbol("c".repeat(64)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("has 64 characters; give at most 63");
    try (DeviceRuntime runtime = open(build)) {
      DeviceCallable longest =
          callable(build, "f", Signature.builder().build(), StandIn.artifact("e".repeat(63)));
      assertThatThrownBy(() -> runtime.register(longest)) // there is no such entry
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("native code -1");
    }
    assertReached("simpler_register_callable");
  }

  private static NativeKernel.Builder kernel(int funcId) {
    return NativeKernel.builder(funcId, CoreType.AIV).binary(StandIn.sharedObject("kernel"));
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_func_id_outside_0_to_1023_or_twice(Build build) throws IOException {
    assertRefused(() -> kernel(1024)).isInstanceOf(RejectedCallException.class);
    assertRefused(() -> kernel(-1)).isInstanceOf(RejectedCallException.class);
    assertRefused(
            () -> NativeArtifact.builder().kernel(kernel(3).build()).kernel(kernel(3).build()))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("two kernels have the func id 3");
    NativeArtifact.Builder all =
        NativeArtifact.builder()
            .orchestration(StandIn.sharedObject("orchestration"))
            .entry("writes_nothing");
    for (int id = 1023; id >= 0; id--) {
      all.kernel(kernel(id).build());
    }
    try (DeviceRuntime runtime = open(build)) {
      DeviceCallable most = callable(build, "f", Signature.builder().build(), all.build());
      runtime.run(most, TaskArgs.of());
    }
    assertReached("simpler_launch_run");
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_65th_callable(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build)) {
      List<AutoCloseable> registered = new ArrayList<>();
      Signature none = Signature.builder().build();
      CallableArtifact artifact = StandIn.artifact("writes_nothing");
      for (int i = 0; i < 64; i++) {
        registered.add(runtime.register(callable(build, "f" + i, none, artifact)));
      }
      DeviceCallable another = callable(build, "another", none, artifact);
      assertRefused(() -> runtime.register(another))
          .isInstanceOf(RejectedCallException.class)
          .hasMessageContaining("64 callables are loaded, and the device takes no more");
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_tensor_that_is_freed_or_of_another_device(Build build) throws IOException {
    try (DeviceRuntime runtime = open(build);
        DeviceRuntime other = builder(build).deviceId(1).open()) {
      DeviceCallable copy = callable(build, COPY);
      runtime.register(copy);
      DeviceTensor freed = runtime.upload(tensor(DataType.INT8));
      DeviceTensor foreign = other.upload(tensor(DataType.INT8));
      freed.close();
      for (DeviceTensor wrong : List.of(freed, foreign)) {
        assertRefused(() -> runtime.run(copy, TaskArgs.of(wrong, tensor(DataType.INT8))))
            .isInstanceOf(RejectedCallException.class);
        assertRefused(() -> runtime.download(wrong)).isInstanceOf(RejectedCallException.class);
      }
      List<String> before = calls();
      freed.close();
      assertThat(calls()).as("calls of a second close").isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_copy_out_of_range_and_a_handle_that_is_none(Build build) throws IOException {
    StandIn standIn = StandIn.of(build);
    standIn.configure("log " + log());
    DeviceOptions options = new DeviceOptions(0, standIn.options());
    try (DeviceContext context =
        build.platform().equals("a5")
            ? new A5Platform().open(options)
            : new A2a3Platform().open(options)) {
      long handle = context.allocate(8);
      ByteBuffer nine = ByteBuffer.allocateDirect(9);
      assertRefused(() -> context.copyToDevice(handle, 0, nine)).isInstanceOf(DeviceFailure.class);
      assertRefused(() -> context.copyToHost(handle, 0, nine)).isInstanceOf(DeviceFailure.class);
      assertRefused(() -> context.copyToHost(handle, Long.MAX_VALUE, nine))
          .isInstanceOf(DeviceFailure.class);
      assertRefused(() -> context.fill(handle, 1, 8, (byte) 0)).isInstanceOf(DeviceFailure.class);
      assertRefused(() -> context.fill(handle, 1, Long.MAX_VALUE, (byte) 0))
          .isInstanceOf(DeviceFailure.class);
      assertRefused(() -> context.free(handle + 1)).isInstanceOf(DeviceFailure.class);
      context.copyToDevice(handle, 0, nine.limit(8));
      context.free(handle);
      assertRefused(() -> context.free(handle)).isInstanceOf(DeviceFailure.class);
      assertRefused(() -> context.copyToDevice(handle, 0, nine)).isInstanceOf(DeviceFailure.class);
    }
    assertReached("copy_to_device_ctx");
  }

  @ParameterizedTest
  @MethodSource("builds")
  void an_empty_or_unreadable_binary(Build build) throws IOException {
    Path empty = Files.write(folder.resolve("empty.so"), new byte[0]);
    NativeArtifact.Builder artifact = NativeArtifact.builder();
    for (Path file : List.of(empty, folder.resolve("none.so"), folder)) {
      assertRefused(() -> artifact.orchestration(file)).isInstanceOf(RejectedCallException.class);
      assertRefused(() -> kernel(0).binary(file)).isInstanceOf(RejectedCallException.class);
    }
    assertRefused(() -> kernel(0).binary(new byte[0])).isInstanceOf(RejectedCallException.class);
    assertRefused(artifact::build)
        .isInstanceOf(RejectedCallException.class)
        .hasMessageContaining("the artifact has no orchestration");
    try (DeviceRuntime runtime = open(build)) {
      assertThat(runtime.isOpen()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void a_wrong_thread_count(Build build) throws IOException {
    int most = build.platform().equals("a5") ? 5 : 4;
    for (String wrong : List.of("0", "1", "-1", "" + (most + 1), "two", "")) {
      assertRefused(() -> builder(build).property("aicpu-threads", wrong).open())
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining(
              "the option aicpu-threads of the platform "
                  + build.platform()
                  + " is '"
                  + wrong
                  + "'; give auto, or a number from 2 to "
                  + most);
    }
    try (DeviceRuntime runtime = builder(build).property("aicpu-threads", "" + most).open()) {
      HostTensor some = tensor(DataType.INT8);
      runtime.run(callable(build, COPY), TaskArgs.of(some, tensor(DataType.INT8)));
    }
    assertReached("simpler_launch_run");
  }
}
