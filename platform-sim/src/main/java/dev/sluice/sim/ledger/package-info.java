/**
 * What a simulated device was asked to do, in order. {@link dev.sluice.sim.ledger.Ledger} keeps
 * {@link dev.sluice.sim.ledger.Operation}s for tests to read.
 */
@NullMarked
package dev.sluice.sim.ledger;

import org.jspecify.annotations.NullMarked;
