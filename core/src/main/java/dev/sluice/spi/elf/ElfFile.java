package dev.sluice.spi.elf;

import dev.sluice.spi.DeviceFailure;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An ELF file and its sections, all of which lie inside the file. Immutable, as long as nobody
 * writes to the bytes.
 */
final class ElfFile {

  private static final int SECTION_BYTES = 64;

  /** What is read of a name, so that a hostile table does not cost its length for each name. */
  private static final int MAX_NAME_LENGTH = 256;

  private final byte[] bytes;
  private final String description;
  private final ElfHeader header;
  private final List<ElfSection> sections = new ArrayList<>();

  /**
   * Reads the headers.
   *
   * @param description of the file, with which every message starts
   * @throws DeviceFailure REFUSED, if anything that they name is not there
   */
  ElfFile(byte[] bytes, String description) {
    this.bytes = bytes;
    this.description = description;
    this.header = ElfHeader.of(bytes, description);
    ByteBuffer table = sectionTable();
    ElfSection names = section(table, header.namesIndex(), "");
    for (int i = 0; i < header.sectionCount(); i++) {
      int name = table.getInt(i * SECTION_BYTES);
      ElfSection section = section(table, i, string(names, name));
      contents(section);
      sections.add(section);
    }
  }

  ElfHeader header() {
    return header;
  }

  /** Returns the sections, in the order of their numbers. */
  List<ElfSection> sections() {
    return sections;
  }

  /** Returns a view of a section's bytes; none where it has none in the file. */
  ByteBuffer contents(ElfSection section) {
    if (section.type() == ElfSection.WITHOUT_CONTENTS || section.type() == ElfSection.UNUSED) {
      return ByteBuffer.allocate(0);
    }
    return range(section.offset(), section.size(), section.toString());
  }

  /** Returns a view of a section that is a table of entries of this many bytes. */
  ByteBuffer table(ElfSection section, int entryBytes) {
    ByteBuffer table = contents(section);
    if (table.limit() % entryBytes != 0) {
      throw broken(
          "%s has %d bytes, which are no entries of %d bytes"
              .formatted(section, table.limit(), entryBytes));
    }
    return table;
  }

  /** Returns the text in a table of texts, from an offset to the next zero, cut if it is long. */
  String string(ElfSection texts, int offset) {
    ByteBuffer table = contents(texts);
    if (offset < 0 || offset >= table.limit()) {
      throw broken("%s has no text at %d".formatted(texts, Integer.toUnsignedLong(offset)));
    }
    int limit = Math.min(table.limit(), offset + MAX_NAME_LENGTH);
    int end = offset;
    while (end < limit && table.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - offset];
    table.get(offset, text);
    return printable(new String(text, StandardCharsets.ISO_8859_1));
  }

  /** Returns a refusal of this file. */
  DeviceFailure refused(String problem, String remedy) {
    return DeviceFailure.refused(description + " " + problem, remedy);
  }

  /** Returns a refusal of a file that contradicts itself. */
  DeviceFailure broken(String problem) {
    return DeviceFailure.refused(
        description + " is cut off or damaged: " + problem,
        "give the whole file as the linker wrote it");
  }

  private ByteBuffer sectionTable() {
    if (header.sectionCount() == 0) {
      throw refused("has no section headers", "keep them: do not strip sections");
    }
    if (header.sectionBytes() != SECTION_BYTES) {
      throw broken(
          "its section headers have %d bytes, not %d"
              .formatted(header.sectionBytes(), SECTION_BYTES));
    }
    if (header.namesIndex() >= header.sectionCount()) {
      throw broken(
          "section %d, which has the names, is none of its %d"
              .formatted(header.namesIndex(), header.sectionCount()));
    }
    return range(
        header.sectionsOffset(),
        (long) header.sectionCount() * SECTION_BYTES,
        "the table of sections");
  }

  private static ElfSection section(ByteBuffer table, int index, String name) {
    int at = index * SECTION_BYTES;
    return new ElfSection(
        index,
        name,
        table.getInt(at + 4),
        table.getLong(at + 8),
        table.getLong(at + 16),
        table.getLong(at + 24),
        table.getLong(at + 32),
        table.getInt(at + 40),
        table.getInt(at + 44));
  }

  /** Offsets and sizes are unsigned; as negative numbers they are outside too. */
  private ByteBuffer range(long offset, long size, String what) {
    if (offset < 0 || size < 0 || offset > bytes.length || size > bytes.length - offset) {
      throw broken(
          "%s would be %s bytes at %s, but the file has %d"
              .formatted(
                  what, Long.toUnsignedString(size), Long.toUnsignedString(offset), bytes.length));
    }
    return ByteBuffer.wrap(bytes, (int) offset, (int) size)
        .slice()
        .asReadOnlyBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Names reach terminals. */
  private static String printable(String text) {
    char[] shown = text.toCharArray();
    for (int i = 0; i < shown.length; i++) {
      shown[i] = shown[i] < ' ' || shown[i] > '~' ? '?' : shown[i];
    }
    return new String(shown);
  }
}
