/**
 * The command line. Start at {@link dev.sluice.cli.Main}; each command is a class, which reads its
 * options, asks {@code bench} or the runtime to do the work, and hands the result to {@code
 * output}. {@code RunCommand} opens its files through {@code npy}.
 */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
