/**
 * Finds platforms, and keeps which hardware devices this process has open; opens none itself. Start
 * at {@link dev.sluice.core.discovery.PlatformRegistry}. Uses the SPI and the api's errors; used by
 * {@code dev.sluice.core}.
 */
@NullMarked
package dev.sluice.core.discovery;

import org.jspecify.annotations.NullMarked;
