/**
 * What can go wrong, as one unchecked family. Start at {@link dev.sluice.error.SluiceException}:
 * each subclass says how far a call had come, and {@link dev.sluice.error.ErrorDetail} says where.
 * Uses no other package; every other package throws from here.
 */
@NullMarked
package dev.sluice.error;

import org.jspecify.annotations.NullMarked;
