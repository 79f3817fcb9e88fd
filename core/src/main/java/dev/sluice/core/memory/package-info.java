/**
 * Device memory and what the host knows of it: {@link dev.sluice.core.memory.MeteredDevice} makes
 * and counts all device calls, {@link dev.sluice.core.memory.Staging} keeps a run's memory, {@link
 * dev.sluice.core.memory.TensorTable} keeps the device tensors. Uses the SPI and the api; used by
 * {@code dev.sluice.core.run}.
 */
@NullMarked
package dev.sluice.core.memory;

import org.jspecify.annotations.NullMarked;
