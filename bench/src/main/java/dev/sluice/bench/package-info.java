/**
 * What a run costs. {@link dev.sluice.bench.Bars} runs the benchmarks and prints each bar beside
 * its baseline of the same run; {@link dev.sluice.bench.CallBench} measures calls, {@link
 * dev.sluice.bench.CopyBench} large copies, {@link dev.sluice.bench.PlanBench} planning, {@link
 * dev.sluice.bench.ChecksBench} the simulator's checks, {@link dev.sluice.bench.StandInBench} the
 * way through JNI.
 */
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
