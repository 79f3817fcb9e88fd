/**
 * The Ascend A2 and A3 family. {@link dev.sluice.a2a3.A2a3Platform} says what is special about it;
 * the rest is {@code dev.sluice.spi.hostruntime}.
 */
@NullMarked
package dev.sluice.a2a3;

import org.jspecify.annotations.NullMarked;
