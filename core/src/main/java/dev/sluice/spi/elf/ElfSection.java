package dev.sluice.spi.elf;

/**
 * One section header. Immutable.
 *
 * @param index its place in the table
 * @param name as the file calls it
 * @param type what its contents are
 * @param flags what they are for
 * @param address where it is in memory; 0 in files that were not linked
 * @param offset where it is in the file, in bytes
 * @param size its bytes
 * @param link another section that it needs
 * @param info another section that it is about
 */
record ElfSection(
    int index,
    String name,
    int type,
    long flags,
    long address,
    long offset,
    long size,
    int link,
    int info) {

  // Types and flags, from the System V ABI.
  static final int UNUSED = 0;
  static final int PROGRAM = 1;
  static final int SYMBOLS = 2;
  static final int RELOCATIONS_WITH_ADDENDS = 4;
  static final int WITHOUT_CONTENTS = 8;
  static final int RELOCATIONS = 9;
  static final int DYNAMIC_SYMBOLS = 11;
  static final int PACKED_RELOCATIONS = 19;
  static final int COMPACT_RELOCATIONS = 0x4000_0014;
  private static final long EXECUTABLE = 4;
  private static final long COMPRESSED = 0x800;

  /** Returns whether there is code in it. */
  boolean isCode() {
    return size != 0 && (flags & EXECUTABLE) != 0;
  }

  /** Returns whether it is code that stands in the file as it is in memory. */
  boolean isPlainCode() {
    return isCode() && type == PROGRAM && (flags & COMPRESSED) == 0;
  }

  /** Returns whether an address of a linked file is inside. */
  boolean contains(long place) {
    return Long.compareUnsigned(place - address, size) < 0;
  }

  @Override
  public String toString() {
    return "section " + index + (name.isEmpty() ? "" : " '" + name + '\'');
  }
}
