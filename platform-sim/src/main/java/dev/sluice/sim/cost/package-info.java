/**
 * What calls would cost on the device that is modelled. Start at {@link
 * dev.sluice.sim.cost.CostProfile}; {@link dev.sluice.sim.cost.VirtualClock} adds it up. Nothing
 * here is measured.
 */
@NullMarked
package dev.sluice.sim.cost;

import org.jspecify.annotations.NullMarked;
