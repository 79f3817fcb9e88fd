/**
 * Managed tensors: what moves, what the host sees, who waits for whom. Start at {@link
 * dev.sluice.it.managed.ManagedTensorTest}; {@link dev.sluice.it.managed.AnyProgramTest} states the
 * contract a second time, as a model without a device.
 */
@NullMarked
package dev.sluice.it.managed;

import org.jspecify.annotations.NullMarked;
