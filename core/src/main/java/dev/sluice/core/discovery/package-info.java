/**
 * Finds platforms and chooses one. Start at {@link dev.sluice.core.discovery.PlatformRegistry},
 * which lists a {@link dev.sluice.core.discovery.PlatformEntry} for each; {@code ProviderScan} goes
 * through what {@code ServiceLoader} finds, {@code Examination} asks each provider what it is, and
 * {@code Refusals} has the sentences. Uses the SPI; used by {@code dev.sluice.core}.
 */
@NullMarked
package dev.sluice.core.discovery;

import org.jspecify.annotations.NullMarked;
