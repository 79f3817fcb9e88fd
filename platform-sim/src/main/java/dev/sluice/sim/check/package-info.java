/**
 * What the simulator finds out about kernels and their declared directions beyond single accesses.
 * {@link dev.sluice.sim.check.CheckLevel} says how closely it looks, {@link
 * dev.sluice.sim.check.Finding} is what is wrong, {@link dev.sluice.sim.check.Lint} what is for
 * nothing. Knows no kernel and no memory.
 */
@NullMarked
package dev.sluice.sim.check;

import org.jspecify.annotations.NullMarked;
