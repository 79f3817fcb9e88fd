/** Writes results for people (tables) and for programs (JSON), a class for each. */
@NullMarked
package dev.sluice.cli.output;

import org.jspecify.annotations.NullMarked;
