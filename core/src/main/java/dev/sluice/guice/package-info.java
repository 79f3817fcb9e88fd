/**
 * For hosts that inject with Guice: {@link dev.sluice.guice.SluiceModule} binds a runtime. Nothing
 * else in Sluice knows Guice, which has to be on the path only where this package is used.
 */
@NullMarked
package dev.sluice.guice;

import org.jspecify.annotations.NullMarked;
