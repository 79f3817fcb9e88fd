/**
 * What a run moves: in words in {@link dev.sluice.it.transfer.TransferTableTest}, every small call
 * in {@link dev.sluice.it.transfer.EverySmallCallTest}, any call in {@link
 * dev.sluice.it.transfer.AnyCallTest}.
 */
@NullMarked
package dev.sluice.it.transfer;

import org.jspecify.annotations.NullMarked;
