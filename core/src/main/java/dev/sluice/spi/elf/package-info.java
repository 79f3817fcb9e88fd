/**
 * Reads compiled objects without trusting them. Start at {@link dev.sluice.spi.elf.KernelText},
 * which takes the code of a kernel out of a linked object; {@link dev.sluice.spi.elf.ElfHeader}
 * tells which machine a file is for. Pure: no files, no native code. Uses only the SPI's failure;
 * used by {@code dev.sluice.spi.nativelib} and by platforms with compiled kernels.
 */
@NullMarked
package dev.sluice.spi.elf;

import org.jspecify.annotations.NullMarked;
