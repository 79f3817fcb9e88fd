package dev.sluice.spi.nativelib;

import java.nio.file.Path;

/**
 * A file to load. Immutable.
 *
 * @param path absolute
 * @param description with which every message about it starts
 * @param moving how to have it elsewhere: an imperative clause
 */
record LibraryFile(Path path, String description, String moving) {}
