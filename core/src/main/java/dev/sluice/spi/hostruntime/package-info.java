/**
 * What platforms share that drive a device through the native host runtime of
 * hw-native-sys/simpler. Start at {@link dev.sluice.spi.hostruntime.HostRuntime}, which a
 * platform's own class hands its probe and its open to; {@link
 * dev.sluice.spi.hostruntime.HostRuntimeFamily} says what differs from one device family to
 * another, and {@link dev.sluice.spi.hostruntime.HostRuntimeCalls} is what the JNI library of each
 * does. Uses the SPI; used by platforms only.
 */
@NullMarked
package dev.sluice.spi.hostruntime;

import org.jspecify.annotations.NullMarked;
