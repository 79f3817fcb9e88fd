/**
 * A stand-in for the native host runtime, written from the facts about it alone and built by the
 * tests. Start at {@link dev.sluice.it.standin.StandIn}. Its C is in {@code src/test/c}.
 */
@NullMarked
package dev.sluice.it.standin;

import org.jspecify.annotations.NullMarked;
