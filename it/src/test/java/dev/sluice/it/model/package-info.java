/**
 * The transfer contract as an executable statement. Start at {@link dev.sluice.it.model.Model},
 * which says what a {@link dev.sluice.it.model.ModelCall} must do; {@link
 * dev.sluice.it.model.ModelledRuntime} runs calls and compares. Used by the tests of the other
 * packages.
 */
@NullMarked
package dev.sluice.it.model;

import org.jspecify.annotations.NullMarked;
