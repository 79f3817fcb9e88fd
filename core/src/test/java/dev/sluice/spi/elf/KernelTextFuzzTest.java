package dev.sluice.spi.elf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.DeviceFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Files that somebody made to do harm. */
class KernelTextFuzzTest {

  private static byte[] linked = {};

  @BeforeContainer
  static void link() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("kernel-text");
    String source = "int x = 1; int *kernel_entry(void) { return &x; }";
    Path file = Compiled.file(folder, "kernel", source, "-nostdlib", "-shared", "-fPIC");
    linked = Files.readAllBytes(file);
    try (var files = Files.list(folder)) {
      for (Path made : files.toList()) {
        Files.delete(made);
      }
    }
    Files.delete(folder);
  }

  @Property
  void any_bytes_behind_the_magic_give_a_refusal_or_a_piece_of_the_file(@ForAll byte[] rest) {
    byte[] file = new byte[rest.length + 4];
    System.arraycopy(linked, 0, file, 0, 4);
    System.arraycopy(rest, 0, file, 4, rest.length);

    requireRefusalOrPiece(file);
  }

  @Property(tries = 5000)
  void several_wrong_words_give_a_refusal_or_a_piece_of_the_file(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 100_000) Integer> places,
      @ForAll int word) {
    byte[] file = linked.clone();
    for (int place : places) {
      // Half of the changes go to the section headers, which stand at the end.
      int from = place % 2 == 0 ? 4 : file.length - 16 * 64;
      int at = from + place % (file.length - from - 4);
      for (int i = 0; i < 4; i++) {
        file[at + i] = (byte) (word >> 8 * i);
      }
    }

    requireRefusalOrPiece(file);
  }

  private static void requireRefusalOrPiece(byte[] file) {
    try {
      byte[] text = KernelText.of(file, "hostile.o");
      assertThat(text).isNotEmpty();
      assertThat(latin(file)).contains(latin(text));
    } catch (DeviceFailure refusal) {
      assertThat(refusal.kind()).isEqualTo(DeviceFailure.Kind.REFUSED);
      assertThat(refusal).hasMessageStartingWith("kernel 'hostile.o' ");
    }
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
