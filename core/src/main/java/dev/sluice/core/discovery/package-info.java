/**
 * Finds and opens platforms. Start at {@link dev.sluice.core.discovery.PlatformRegistry}. Uses the
 * SPI; used by {@code dev.sluice.core}.
 */
@NullMarked
package dev.sluice.core.discovery;

import org.jspecify.annotations.NullMarked;
