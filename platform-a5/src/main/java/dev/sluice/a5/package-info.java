/**
 * The Ascend A5 family. {@link dev.sluice.a5.A5Platform} says what is special about it; the rest is
 * {@code dev.sluice.spi.hostruntime}.
 */
@NullMarked
package dev.sluice.a5;

import org.jspecify.annotations.NullMarked;
