/**
 * What a platform must do, as tests. The author of a platform extends {@link
 * dev.sluice.testkit.conformance.PlatformConformance} and runs it; each rule has a number, which is
 * in the name of its test. Uses the SPI alone, not the runtime above it.
 */
@NullMarked
package dev.sluice.testkit.conformance;

import org.jspecify.annotations.NullMarked;
