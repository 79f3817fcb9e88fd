/**
 * Runs workloads under several modes and measures them. {@link dev.sluice.cli.bench.AttentionBench}
 * repeats one call and gives a {@link dev.sluice.cli.bench.BenchResult}; {@link
 * dev.sluice.cli.bench.DecodeBench} makes calls that follow from each other and gives a {@link
 * dev.sluice.cli.bench.DecodeResult}.
 */
@NullMarked
package dev.sluice.cli.bench;

import org.jspecify.annotations.NullMarked;
