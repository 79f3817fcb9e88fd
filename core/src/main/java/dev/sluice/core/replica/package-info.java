/**
 * Managed tensors: which side has which bytes, who may use them now, and which give up their device
 * memory for others. Start at {@link dev.sluice.core.replica.ReplicaTable}, which makes and evicts
 * them; {@link dev.sluice.core.replica.AccessGate} keeps runs and the host apart. Decides nothing
 * about what a run moves, and copies nothing itself. Uses {@code dev.sluice.core.memory} and {@code
 * dev.sluice.core.transfer}; used by {@code dev.sluice.core.run}.
 */
@NullMarked
package dev.sluice.core.replica;

import org.jspecify.annotations.NullMarked;
