/**
 * Loads the JNI library that a platform's jar brings along. Start at {@link
 * dev.sluice.spi.nativelib.NativeLibrary}: it finds the file, checks it, and says in one sentence
 * why it could not be loaded. Uses the SPI's failure and {@code dev.sluice.spi.elf}; used by
 * platforms.
 */
@NullMarked
package dev.sluice.spi.nativelib;

import org.jspecify.annotations.NullMarked;
