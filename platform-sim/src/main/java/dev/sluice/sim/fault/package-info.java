/**
 * Failures that a simulated device is told to have. Start at {@link dev.sluice.sim.fault.Fault}; a
 * device gets them through {@code SimOptions.Builder.faults} when it is opened, or later through
 * {@code SimDevice.inject}.
 */
@NullMarked
package dev.sluice.sim.fault;

import org.jspecify.annotations.NullMarked;
