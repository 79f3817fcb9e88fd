/**
 * A simulated device that counts what moves, refuses what hardware would only get wrong, and models
 * what it would have cost. {@link dev.sluice.sim.SimPlatform} is the platform {@code sim}; {@link
 * dev.sluice.sim.SimDevice} is the device's own view, for tests. Behind it: {@code memory}, {@code
 * kernel}, {@code ledger} and {@code cost}.
 */
@NullMarked
package dev.sluice.sim;

import org.jspecify.annotations.NullMarked;
