/**
 * Running callables on a device. Start at {@link dev.sluice.DeviceRuntime}: register a {@link
 * dev.sluice.DeviceCallable}, whose {@link dev.sluice.Signature} declares what each argument is
 * for, and run it with {@link dev.sluice.TaskArgs}; a {@link dev.sluice.RunReport} says what moved,
 * by the {@link dev.sluice.TransferPlan}. Uses {@code dev.sluice.tensor} and {@code
 * dev.sluice.error}.
 */
@NullMarked
package dev.sluice;

import org.jspecify.annotations.NullMarked;
