package dev.sluice.spi.elf;

import dev.sluice.spi.DeviceFailure;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The start of an ELF file for a little-endian machine of 64 bits. Immutable.
 *
 * @param type {@link #RELOCATABLE}, {@link #EXECUTABLE}, {@link #SHARED}, or another that is of no
 *     use here
 * @param machine the number of the machine that the file is for
 * @param sectionsOffset where the section headers start, in bytes
 * @param sectionBytes how long one section header is
 * @param sectionCount how many there are
 * @param namesIndex which section has the sections' names
 */
public record ElfHeader(
    int type,
    int machine,
    long sectionsOffset,
    int sectionBytes,
    int sectionCount,
    int namesIndex) {

  /** How many bytes of a file {@link #of} looks at. */
  public static final int BYTES = 64;

  static final int RELOCATABLE = 1;
  static final int EXECUTABLE = 2;
  static final int SHARED = 3;

  private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F'};
  private static final int IDENTIFICATION_BYTES = 16;

  // Values of the identification and of e_machine, from the System V ABI.
  private static final int CLASS_64 = 2;
  private static final int LITTLE_ENDIAN = 1;
  private static final int VERSION = 1;
  private static final int I386 = 3;
  private static final int ARM = 40;
  private static final int X86_64 = 62;
  private static final int AARCH64 = 183;
  private static final int RISCV = 243;

  /**
   * Reads the start of a file.
   *
   * @param file all of it, or at least its first {@value #BYTES} bytes if it has as many
   * @param description of the file, with which every message starts
   * @throws DeviceFailure REFUSED, if this is no such ELF file
   */
  public static ElfHeader of(byte[] file, String description) {
    if (file.length == 0) {
      throw refused(description + " is empty");
    }
    if (!startsLikeElf(file)) {
      throw refused(description + " is not an ELF file");
    }
    if (file.length < IDENTIFICATION_BYTES) {
      throw cutOff(file, description);
    }
    if (file[4] != CLASS_64 || file[5] != LITTLE_ENDIAN || file[6] != VERSION) {
      throw DeviceFailure.refused(
          description
              + " is not a 64-bit little-endian ELF file of version 1 (class %d, data %d, version %d)"
                  .formatted(file[4], file[5], file[6]),
          "build it for a 64-bit little-endian machine");
    }
    if (file.length < BYTES) {
      throw cutOff(file, description);
    }
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    return new ElfHeader(
        Short.toUnsignedInt(bytes.getShort(16)),
        Short.toUnsignedInt(bytes.getShort(18)),
        bytes.getLong(40),
        Short.toUnsignedInt(bytes.getShort(58)),
        Short.toUnsignedInt(bytes.getShort(60)),
        Short.toUnsignedInt(bytes.getShort(62)));
  }

  /** Returns whether a file starts as ELF files do, as far as it goes; false for no bytes. */
  static boolean startsLikeElf(byte[] file) {
    for (int i = 0; i < Math.min(file.length, MAGIC.length); i++) {
      if (file[i] != MAGIC[i]) {
        return false;
      }
    }
    return file.length > 0;
  }

  /** Returns the machine's usual name, or its number where this class knows none. */
  public String machineName() {
    return switch (machine) {
      case I386 -> "x86";
      case ARM -> "arm";
      case X86_64 -> "x86_64";
      case AARCH64 -> "aarch64";
      case RISCV -> "riscv";
      default -> "machine " + machine;
    };
  }

  private static DeviceFailure cutOff(byte[] file, String description) {
    return refused(
        "%s is cut off: it has %d bytes, but an ELF header takes %d"
            .formatted(description, file.length, BYTES));
  }

  private static DeviceFailure refused(String problem) {
    return DeviceFailure.refused(problem, "give the whole file as the linker wrote it");
  }
}
