package dev.sluice.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.kernel.NativeKernel.CoreType;
import dev.sluice.kernel.NativeKernel.Parameter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeArtifactTest {

  private static final byte[] OBJECT = {1, 2, 3};

  private static NativeKernel kernel(int funcId) {
    return NativeKernel.builder(funcId, CoreType.AIV).binary(OBJECT).build();
  }

  private static NativeArtifact.Builder artifact() {
    return NativeArtifact.builder().orchestration(OBJECT);
  }

  @Test
  void an_artifact_has_what_it_was_built_with() {
    NativeKernel add =
        NativeKernel.builder(7, CoreType.AIC)
            .binary(new byte[] {4})
            .signature(Parameter.IN, Parameter.OUT, Parameter.SCALAR)
            .build();
    NativeArtifact artifact =
        artifact()
            .entry("start")
            .configSymbol("")
            .kernel(add)
            .kernel(kernel(0))
            .hostArguments("lens", "table")
            .build();

    assertThat(artifact.orchestration()).isEqualTo(ByteBuffer.wrap(OBJECT));
    assertThat(artifact.entry()).isEqualTo("start");
    assertThat(artifact.configSymbol()).isEmpty();
    assertThat(artifact.kernels()).containsExactly(add, kernel(0));
    assertThat(artifact.hostArguments()).containsExactly("lens", "table");
    assertThat(add.binary()).isEqualTo(ByteBuffer.wrap(new byte[] {4}));
    assertThat(add.coreType()).isEqualTo(CoreType.AIC);
    assertThat(add.signature()).containsExactly(Parameter.IN, Parameter.OUT, Parameter.SCALAR);
    assertThat(artifact)
        .hasToString(
            "orchestration start (3 bytes) with"
                + " [kernel 7 (AIC, 1 bytes), kernel 0 (AIV, 3 bytes)]");
  }

  @Test
  void the_symbols_are_the_device_runtimes_own_unless_named() {
    assertThat(artifact().build().entry()).isEqualTo("aicpu_orchestration_entry");
    assertThat(artifact().build().configSymbol()).isEqualTo("aicpu_orchestration_config");
  }

  @Test
  void objects_are_copied_and_can_not_be_written() {
    byte[] bytes = {1, 2, 3};
    NativeArtifact artifact = NativeArtifact.builder().orchestration(bytes).build();
    bytes[0] = 9;

    assertThat(artifact.orchestration()).isEqualTo(ByteBuffer.wrap(OBJECT));
    assertThatThrownBy(() -> artifact.orchestration().put(0, (byte) 1))
        .isInstanceOf(ReadOnlyBufferException.class);
  }

  @Test
  void objects_are_read_from_files(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("object"), OBJECT);

    assertThat(NativeArtifact.builder().orchestration(file).build()).isEqualTo(artifact().build());
    assertThat(NativeKernel.builder(1, CoreType.AIV).binary(file).build()).isEqualTo(kernel(1));
  }

  @Test
  void artifacts_are_equal_where_every_part_is() {
    UnaryOperator<NativeArtifact.Builder> full =
        builder -> builder.entry("e").configSymbol("c").kernel(kernel(1)).hostArguments("h");
    NativeArtifact same = full.apply(artifact()).build();

    assertThat(full.apply(artifact()).build()).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(
            List.of(
                full.apply(NativeArtifact.builder().orchestration(new byte[] {1})).build(),
                full.apply(artifact()).entry("x").build(),
                full.apply(artifact()).configSymbol("x").build(),
                full.apply(artifact()).kernel(kernel(2)).build(),
                full.apply(artifact()).hostArguments("x").build()))
        .doesNotContain(same);
  }

  @Test
  void kernels_are_equal_where_every_part_is() {
    assertThat(kernel(1)).isEqualTo(kernel(1)).hasSameHashCodeAs(kernel(1));
    assertThat(
            List.of(
                kernel(2),
                NativeKernel.builder(1, CoreType.AIC).binary(OBJECT).build(),
                NativeKernel.builder(1, CoreType.AIV).binary(new byte[] {1}).build(),
                NativeKernel.builder(1, CoreType.AIV)
                    .binary(OBJECT)
                    .signature(Parameter.IN)
                    .build()))
        .doesNotContain(kernel(1));
  }

  @Test
  void a_symbol_has_at_most_63_characters() {
    String longest = "x".repeat(63);
    assertThat(artifact().entry(longest).configSymbol(longest).build().entry()).isEqualTo(longest);
    assertThatThrownBy(() -> artifact().entry(longest + "x"))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the entry symbol '"
                + longest
                + "x' has 64 characters; give at most 63: the device runtime would cut it short");
    assertThatThrownBy(() -> artifact().configSymbol(longest + "x"))
        .isInstanceOf(RejectedCallException.class)
        .hasMessageStartingWith("the configuration symbol 'xxx");
  }

  @ParameterizedTest
  @ValueSource(strings = {"entr\u00e9e", "two words", "nul\0", "\u007f"})
  void a_symbol_is_printable_ascii(String symbol) {
    assertThatThrownBy(() -> artifact().entry(symbol))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the entry symbol '"
                + symbol
                + "' has characters that no symbol has; use printable ASCII without spaces");
  }

  @Test
  void an_empty_entry_is_refused() {
    assertThatThrownBy(() -> artifact().entry(""))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the entry symbol is empty; name it, or leave it out for aicpu_orchestration_entry");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1024})
  void func_ids_are_0_to_1023(int funcId) {
    assertThat(kernel(0).funcId()).isZero();
    assertThat(kernel(1023).funcId()).isEqualTo(1023);
    assertThatThrownBy(() -> kernel(funcId))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("a kernel's func id is " + funcId + "; give a number from 0 to 1023");
  }

  @Test
  void every_func_id_can_be_used_once_and_none_twice() {
    NativeArtifact.Builder builder = artifact();
    for (int funcId = 0; funcId < NativeArtifact.MAX_KERNELS; funcId++) {
      builder.kernel(kernel(funcId));
    }

    assertThat(builder.build().kernels()).hasSize(1024);
    assertThatThrownBy(() -> builder.kernel(kernel(5)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "two kernels have the func id 5; give every kernel of an artifact a number of its own");
  }

  @Test
  void a_kernel_declares_at_most_32_parameters_16_of_them_scalars() {
    NativeKernel.Builder kernel = NativeKernel.builder(3, CoreType.AIV).binary(OBJECT);

    assertThat(kernel.signature(Collections.nCopies(32, Parameter.IN)).build().signature())
        .hasSize(32);
    assertThat(kernel.signature(Collections.nCopies(16, Parameter.SCALAR)).build().signature())
        .hasSize(16);
    assertThatThrownBy(() -> kernel.signature(Collections.nCopies(33, Parameter.IN)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("the signature of kernel 3 has 33 parameters; declare at most 32");
    assertThatThrownBy(() -> kernel.signature(Collections.nCopies(17, Parameter.SCALAR)))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("the signature of kernel 3 has 17 scalars; declare at most 16");
  }

  @Test
  void empty_and_unreadable_objects_are_refused(@TempDir Path folder) throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.so"));
    Path absent = folder.resolve("absent.so");
    NativeKernel.Builder kernel = NativeKernel.builder(3, CoreType.AIV);

    assertThatThrownBy(() -> kernel.binary(new byte[0]))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("kernel 3 is empty; give the object that the compiler made");
    assertThatThrownBy(() -> NativeArtifact.builder().orchestration(empty))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the orchestration in " + empty + " is empty; give the object that the compiler made");
    assertThatThrownBy(() -> kernel.binary(absent))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "kernel 3 cannot be read from "
                + absent
                + ": java.nio.file.NoSuchFileException: "
                + absent
                + "; give a file that can be read whole");
  }

  @Test
  void an_artifact_needs_an_orchestration_and_a_kernel_its_code() {
    assertThatThrownBy(() -> NativeArtifact.builder().build())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            "the artifact has no orchestration;"
                + " give the bytes of its object, or the file they are in");
    assertThatThrownBy(() -> NativeKernel.builder(3, CoreType.AIV).build())
        .isInstanceOf(RejectedCallException.class)
        .hasMessage("kernel 3 has no code; give its bytes, or the file they are in");
  }
}
