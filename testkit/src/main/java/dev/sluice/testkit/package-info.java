/**
 * Tests of host applications without hardware. Start at {@link dev.sluice.testkit.SimulatedDevice},
 * which gives each test a device of its own; {@link dev.sluice.testkit.TransferBudget} says how
 * much a test may move, and {@link dev.sluice.testkit.SluiceAssertions} asserts what it did move.
 * Uses the simulator; used by tests only.
 */
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
