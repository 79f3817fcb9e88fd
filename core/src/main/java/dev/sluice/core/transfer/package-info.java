/**
 * Decides which bytes a run moves. Start at {@link dev.sluice.core.transfer.TransferPolicy}, which
 * turns {@link dev.sluice.core.transfer.BoundArguments} into a {@code TransferPlan}. Pure: no
 * device, no clock, no I/O. Uses only the api; used by {@code dev.sluice.core.run}.
 */
@NullMarked
package dev.sluice.core.transfer;

import org.jspecify.annotations.NullMarked;
