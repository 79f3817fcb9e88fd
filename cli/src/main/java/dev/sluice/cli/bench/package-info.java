/**
 * Runs a workload under several modes and measures it. {@link dev.sluice.cli.bench.AttentionBench}
 * does; a {@link dev.sluice.cli.bench.BenchResult} is what comes out.
 */
@NullMarked
package dev.sluice.cli.bench;

import org.jspecify.annotations.NullMarked;
