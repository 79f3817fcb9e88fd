/**
 * The simulated device's memory. {@link dev.sluice.sim.memory.SimMemory} is its address space,
 * {@link dev.sluice.sim.memory.FillPattern} what memory holds that nobody has written.
 */
@NullMarked
package dev.sluice.sim.memory;

import org.jspecify.annotations.NullMarked;
