/**
 * What a device has to be to Sluice. Start at {@link dev.sluice.spi.DevicePlatform}, the service
 * that a platform jar provides; it opens a {@link dev.sluice.spi.DeviceContext}, which allocates,
 * copies the ranges it is told, and launches. A platform sees access rights, never a direction, and
 * never decides what to copy. Uses the api; used by the core and by platforms.
 */
@NullMarked
package dev.sluice.spi;

import org.jspecify.annotations.NullMarked;
