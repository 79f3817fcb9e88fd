/** Writes results for people ({@code BenchTable}) and for programs ({@code BenchJson}). */
@NullMarked
package dev.sluice.cli.output;

import org.jspecify.annotations.NullMarked;
