/**
 * What happens when the device fails. {@link dev.sluice.it.fault.WatchedPlatform} fails one chosen
 * device call of a platform; {@link dev.sluice.it.fault.RunFailureSweepTest} chooses each call of a
 * run in turn, {@link dev.sluice.it.fault.MemoryCallFailureTest} those of the memory calls.
 */
@NullMarked
package dev.sluice.it.fault;

import org.jspecify.annotations.NullMarked;
