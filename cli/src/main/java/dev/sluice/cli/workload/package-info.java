/**
 * What the command runs: paged attention, as a callable with a kernel, input from a seed, and a
 * reference to check results against. Start at {@link dev.sluice.cli.workload.PagedAttention}, then
 * {@link dev.sluice.cli.workload.AttentionCase}; {@link dev.sluice.cli.workload.DecodeSteps} makes
 * many calls of one. {@link dev.sluice.cli.workload.BuiltIn} lists what can be run on files. Uses
 * only the api.
 */
@NullMarked
package dev.sluice.cli.workload;

import org.jspecify.annotations.NullMarked;
