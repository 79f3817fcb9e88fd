package dev.sluice.spi.elf;

import dev.sluice.spi.DeviceFailure;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Takes out of a kernel's file what a core runs: the bytes of {@code .text}, and nothing else. The
 * core starts at the first of them and has no loader, so a file is refused where that would run
 * something else: relocations that were not applied, code in other sections, an entry that is not
 * the first. Stateless.
 */
public final class KernelText {

  /** The function that a core starts at. */
  public static final String ENTRY = "kernel_entry";

  private static final String LINKING = "link it: ld.lld -e " + ENTRY;
  private static final int SYMBOL_BYTES = 24;
  private static final int RELOCATION_BYTES = 16;
  private static final int RELOCATION_WITH_ADDEND_BYTES = 24;

  private final ElfFile file;
  private final ElfSection text;

  private KernelText(ElfFile file) {
    this.file = file;
    this.text = onlyText();
  }

  /**
   * Returns what a core runs.
   *
   * @param file a linked ELF object, or the bytes of its text alone, which nothing tells from other
   *     bytes and which are returned as they are
   * @param name of the kernel or its file, for messages
   * @throws DeviceFailure REFUSED, with the reason and what to do, if the file is empty, or an ELF
   *     file that is damaged or breaks the rules
   */
  public static byte[] of(byte[] file, String name) {
    String description = "kernel '" + name + "'";
    if (file.length > 0 && !ElfHeader.startsLikeElf(file)) {
      return file;
    }
    KernelText kernel = new KernelText(new ElfFile(file, description));
    kernel.requireKind();
    kernel.requireNoOtherCode();
    kernel.requireApplied();
    kernel.requireEntryFirst();
    ByteBuffer code = kernel.file.contents(kernel.text);
    byte[] bytes = new byte[code.remaining()];
    code.get(bytes);
    return bytes;
  }

  private ElfSection onlyText() {
    List<ElfSection> found =
        file.sections().stream().filter(section -> section.name().equals(".text")).toList();
    if (found.size() != 1 || !found.get(0).isPlainCode()) {
      throw file.refused(
          found.size() > 1 ? "has " + found.size() + " sections .text" : "has no code in .text",
          LINKING);
    }
    return found.get(0);
  }

  private void requireKind() {
    int type = file.header().type();
    if (type < ElfHeader.RELOCATABLE || type > ElfHeader.SHARED) {
      throw file.refused("is neither an object nor linked (ELF type " + type + ")", LINKING);
    }
  }

  private void requireNoOtherCode() {
    List<ElfSection> others =
        file.sections().stream()
            .filter(section -> section.isCode() && section.index() != text.index())
            .toList();
    if (!others.isEmpty()) {
      throw file.refused(
          "has code outside .text, which would not reach the core: "
              + others.stream().map(ElfSection::toString).collect(Collectors.joining(", ")),
          "put all code into .text, and " + LINKING);
    }
  }

  private void requireApplied() {
    for (ElfSection section : file.sections()) {
      if (section.size() == 0) {
        continue;
      }
      switch (section.type()) {
        case ElfSection.RELOCATIONS -> requireApplied(section, RELOCATION_BYTES);
        case ElfSection.RELOCATIONS_WITH_ADDENDS ->
            requireApplied(section, RELOCATION_WITH_ADDEND_BYTES);
        case ElfSection.PACKED_RELOCATIONS, ElfSection.COMPACT_RELOCATIONS ->
            throw file.refused(
                "has relocations in a packed form, which are not read: " + section,
                LINKING + ", without packing relocations");
        default -> {}
      }
    }
  }

  private void requireApplied(ElfSection relocations, int entryBytes) {
    ByteBuffer entries = file.table(relocations, entryBytes);
    boolean linked = file.header().type() != ElfHeader.RELOCATABLE;
    long inText = 0;
    for (int at = 0; at < entries.limit(); at += entryBytes) {
      // In an object that was not linked, an entry's place is relative to the section it is for.
      if (relocations.info() == text.index() || (linked && text.contains(entries.getLong(at)))) {
        inText++;
      }
    }
    if (inText > 0) {
      throw file.refused(
          "has %s of .text that %s not applied, in %s"
              .formatted(
                  inText == 1 ? "1 relocation" : inText + " relocations",
                  inText == 1 ? "is" : "are",
                  relocations),
          LINKING + ", without --emit-relocs");
    }
  }

  private void requireEntryFirst() {
    boolean found = false;
    for (ElfSection section : file.sections()) {
      if (section.type() == ElfSection.SYMBOLS || section.type() == ElfSection.DYNAMIC_SYMBOLS) {
        found |= hasEntry(section);
      }
    }
    if (!found) {
      throw file.refused(
          "does not define " + ENTRY + " in .text",
          "declare it extern \"C\", keep the symbols, and " + LINKING);
    }
  }

  /** Returns whether the table has the entry; each that it has must be first. */
  private boolean hasEntry(ElfSection symbols) {
    ByteBuffer entries = file.table(symbols, SYMBOL_BYTES);
    boolean found = false;
    for (int at = 0; at < entries.limit(); at += SYMBOL_BYTES) {
      int section = Short.toUnsignedInt(entries.getShort(at + 6));
      if (section == text.index() && ENTRY.equals(symbolName(symbols, entries.getInt(at)))) {
        found = true;
        requireFirst(entries.getLong(at + 8));
      }
    }
    return found;
  }

  private String symbolName(ElfSection symbols, int name) {
    if (symbols.link() < 0 || symbols.link() >= file.sections().size()) {
      throw file.broken(symbols + " has its names in section " + symbols.link());
    }
    return file.string(file.sections().get(symbols.link()), name);
  }

  private void requireFirst(long value) {
    boolean linked = file.header().type() != ElfHeader.RELOCATABLE;
    long offset = linked ? value - text.address() : value;
    if (offset != 0) {
      throw file.refused(
          "has %s at byte %d of .text, but a core starts at byte 0".formatted(ENTRY, offset),
          "define it before all other functions, and " + LINKING);
    }
  }
}
