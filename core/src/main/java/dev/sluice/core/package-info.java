/**
 * The way in: {@link dev.sluice.core.Sluice} opens a runtime, as a {@link
 * dev.sluice.core.SluiceConfig} says. Behind it, {@code discovery} finds the platform, {@code run}
 * carries out the calls, {@code transfer} decides what moves, and {@code memory} keeps what is on
 * the device.
 */
@NullMarked
package dev.sluice.core;

import org.jspecify.annotations.NullMarked;
