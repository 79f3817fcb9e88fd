/**
 * Decides which bytes a run moves. Start at {@link dev.sluice.core.transfer.TransferPolicy}, which
 * turns {@link dev.sluice.core.transfer.BoundArguments} into a {@code TransferPlan}. Pure: no
 * device, no clock, no I/O. Uses the api, and the SPI's word for what a copy costs; used by {@code
 * dev.sluice.core.run} and {@code dev.sluice.core.replica}.
 */
@NullMarked
package dev.sluice.core.transfer;

import org.jspecify.annotations.NullMarked;
