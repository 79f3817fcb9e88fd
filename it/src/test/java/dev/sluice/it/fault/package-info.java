/**
 * What happens when the device fails. {@link dev.sluice.it.fault.WatchedSimulator} fails one chosen
 * device call of the simulator; {@link dev.sluice.it.fault.RunFailureSweepTest} chooses each call
 * of a run in turn, {@link dev.sluice.it.fault.MemoryCallFailureTest} those of the memory calls.
 */
@NullMarked
package dev.sluice.it.fault;

import org.jspecify.annotations.NullMarked;
