package dev.sluice.spi.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.spi.DeviceFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTextTest {

  private static final String[] LINKED = {"-nostdlib", "-static", "-Wl,-e,kernel_entry"};
  private static final String KERNEL =
      "void kernel_entry(long *args) { args[0] = 0x1122334455667788; }\n";

  @TempDir private static Path folder;
  private static byte[] linked;

  @BeforeAll
  static void link() throws IOException, InterruptedException {
    linked = compiled(KERNEL, LINKED);
  }

  private static byte[] compiled(String source, String... options)
      throws IOException, InterruptedException {
    return Files.readAllBytes(Compiled.file(folder, "kernel", source, options));
  }

  private static DeviceFailure refusal(byte[] file) {
    DeviceFailure refusal =
        catchThrowableOfType(DeviceFailure.class, () -> KernelText.of(file, "add.o"));
    assertThat(refusal).isNotNull();
    assertThat(refusal.kind()).isEqualTo(DeviceFailure.Kind.REFUSED);
    assertThat(refusal.remedy()).isNotBlank();
    return refusal;
  }

  private static byte[] changed(int offset, int... bytes) {
    byte[] copy = linked.clone();
    for (int i = 0; i < bytes.length; i++) {
      copy[offset + i] = (byte) bytes[i];
    }
    return copy;
  }

  /** What another program takes out of the file. */
  private static byte[] textByObjcopy() throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("linked"), linked);
    Path text = folder.resolve("text");
    Process copy =
        new ProcessBuilder(
                "objcopy", "-O", "binary", "-j", ".text", file.toString(), text.toString())
            .inheritIO()
            .start();
    assertThat(copy.waitFor()).isZero();
    return Files.readAllBytes(text);
  }

  @Test
  void the_text_of_a_linked_kernel_is_what_objcopy_takes_out()
      throws IOException, InterruptedException {
    assertThat(KernelText.of(linked, "add.o")).isNotEmpty().isEqualTo(textByObjcopy());
  }

  @Test
  void a_shared_object_with_the_entry_first_is_taken() throws IOException, InterruptedException {
    byte[] shared = compiled(KERNEL, "-nostdlib", "-shared", "-fPIC");

    assertThat(KernelText.of(shared, "add.so")).isEqualTo(KernelText.of(linked, "add.o"));
  }

  @Test
  void an_object_that_needs_no_linking_is_taken() throws IOException, InterruptedException {
    assertThat(KernelText.of(compiled(KERNEL, "-c"), "add.o"))
        .startsWith(KernelText.of(linked, "add.o"));
  }

  @Test
  void bytes_that_are_no_elf_file_are_the_text_itself() {
    byte[] raw = {1, 2, 3, 4};

    assertThat(KernelText.of(raw, "add.bin")).isEqualTo(raw);
  }

  @Test
  void an_empty_file_is_refused() {
    assertThat(refusal(new byte[0])).hasMessage("kernel 'add.o' is empty");
  }

  @Test
  void relocations_that_were_not_applied_are_refused() throws IOException, InterruptedException {
    DeviceFailure refusal =
        refusal(compiled("extern void other(void); void kernel_entry(long *a) { other(); }", "-c"));

    assertThat(refusal)
        .hasMessageMatching(
            "kernel 'add.o' has 1 relocation of \\.text that is not applied, in section \\d+"
                + " '\\.rela\\.text'");
    assertThat(refusal.remedy())
        .isEqualTo("link it: ld.lld -e kernel_entry, without --emit-relocs");
  }

  @Test
  void relocations_that_a_loader_would_apply_to_the_text_are_refused()
      throws IOException, InterruptedException {
    String source =
        "extern void other(void); __asm__(\".globl kernel_entry\\nkernel_entry: .quad other\\n\");";

    assertThat(refusal(compiled(source, "-nostdlib", "-shared", "-Wl,-z,notext")))
        .hasMessageMatching(
            "kernel 'add.o' has 1 relocation of \\.text that is not applied, in section \\d+"
                + " '\\.rela\\.dyn'");
  }

  @Test
  void relocations_of_data_are_of_no_concern() throws IOException, InterruptedException {
    String source = KERNEL + "static int x; int *pointer = &x;";

    assertThat(KernelText.of(compiled(source, "-nostdlib", "-shared", "-fPIC"), "add.so"))
        .isEqualTo(KernelText.of(linked, "add.o"));
  }

  @Test
  void code_in_other_sections_is_refused() throws IOException, InterruptedException {
    String source = KERNEL + "__attribute__((section(\".more\"))) void more(long *a) { a[1] = 2; }";

    assertThat(refusal(compiled(source, LINKED)))
        .hasMessageMatching(
            "kernel 'add.o' has code outside \\.text, which would not reach the core: section \\d+"
                + " '\\.more'");
  }

  @Test
  void an_entry_that_is_not_first_is_refused() throws IOException, InterruptedException {
    String source = "void first(long *a) { a[1] = 2; }\n" + KERNEL;

    assertThat(refusal(compiled(source, "-fno-toplevel-reorder", "-nostdlib", "-static")))
        .hasMessageMatching(
            "kernel 'add.o' has kernel_entry at byte [1-9]\\d* of \\.text, but a core starts at"
                + " byte 0");
  }

  @Test
  void an_object_without_the_entry_is_refused() throws IOException, InterruptedException {
    DeviceFailure refusal = refusal(compiled("void other(long *a) { a[0] = 1; }", "-c"));

    assertThat(refusal).hasMessage("kernel 'add.o' does not define kernel_entry in .text");
    assertThat(refusal.remedy())
        .isEqualTo(
            "declare it extern \"C\", keep the symbols, and link it: ld.lld -e kernel_entry");
    assertThat(refusal(compiled(KERNEL, "-nostdlib", "-static", "-s", "-Wl,-e,kernel_entry")))
        .hasMessage("kernel 'add.o' does not define kernel_entry in .text");
  }

  @Test
  void an_object_without_code_is_refused() throws IOException, InterruptedException {
    assertThat(refusal(compiled("int data = 1;", "-c")))
        .hasMessage("kernel 'add.o' has no code in .text");
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "5, 2", "6, 0"})
  void another_class_order_or_version_is_refused(int offset, int value) {
    assertThat(refusal(changed(offset, value)))
        .hasMessageStartingWith(
            "kernel 'add.o' is not a 64-bit little-endian ELF file of version 1 (");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 0xffff})
  void other_kinds_of_elf_files_are_refused(int type) {
    assertThat(refusal(changed(16, type, type >> 8)))
        .hasMessage("kernel 'add.o' is neither an object nor linked (ELF type " + type + ")");
  }

  @Test
  void a_file_without_section_headers_is_refused() {
    assertThat(refusal(changed(60, 0, 0))).hasMessage("kernel 'add.o' has no section headers");
  }

  @Test
  void a_file_that_contradicts_itself_is_refused() {
    String damaged = "kernel 'add.o' is cut off or damaged: ";
    int sections = ElfHeader.of(linked, "").sectionCount();

    assertThat(refusal(changed(58, 40, 0)))
        .hasMessage(damaged + "its section headers have 40 bytes, not 64");
    assertThat(refusal(changed(62, 0xff, 0xff)))
        .hasMessage(damaged + "section 65535, which has the names, is none of its " + sections);
    assertThat(refusal(changed(40, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)))
        .hasMessage(
            damaged
                + "the table of sections would be %d bytes at 18446744073709551615, but the file"
                    .formatted(sections * 64)
                + " has "
                + linked.length);
  }

  @Test
  void a_packed_form_of_relocations_is_refused() {
    int comment = sectionAt(".comment");

    assertThat(refusal(changed(comment + 4, ElfSection.PACKED_RELOCATIONS)))
        .hasMessageStartingWith(
            "kernel 'add.o' has relocations in a packed form, which are not read: section ");
  }

  private static int sectionAt(String name) {
    ElfSection section =
        new ElfFile(linked, "")
            .sections().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    long table = ByteBuffer.wrap(linked).order(ByteOrder.LITTLE_ENDIAN).getLong(40);
    return Math.toIntExact(table) + section.index() * 64;
  }

  @Test
  void a_file_that_is_cut_off_at_any_byte_is_refused() {
    for (int length = 0; length < linked.length; length++) {
      refusal(Arrays.copyOf(linked, length));
    }
  }

  @Test
  void no_wrong_byte_gives_anything_but_a_refusal_or_a_piece_of_the_file() {
    byte[] text = KernelText.of(linked, "add.o");
    for (int i = 4; i < linked.length; i++) { // from there on it starts like an ELF file
      for (int value : new int[] {0, 1, 0x7f, 0x80, 0xff}) {
        byte[] file = changed(i, value);
        try {
          assertThat(KernelText.of(file, "add.o")).hasSizeLessThanOrEqualTo(file.length);
        } catch (DeviceFailure refusal) {
          assertThat(refusal.kind()).isEqualTo(DeviceFailure.Kind.REFUSED);
        }
      }
    }
    assertThat(KernelText.of(linked, "add.o")).isEqualTo(text);
  }
}
