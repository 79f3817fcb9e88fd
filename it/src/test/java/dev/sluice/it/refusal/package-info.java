/**
 * What a runtime refuses before it touches anything, each beside what it allows: {@link
 * dev.sluice.it.refusal.AliasingTest} for shared memory, {@link
 * dev.sluice.it.refusal.ReadOnlyMemoryTest}, {@link dev.sluice.it.refusal.ArgumentsTest}, {@link
 * dev.sluice.it.refusal.LimitsTest}, {@link dev.sluice.it.refusal.DeviceTensorTest}, {@link
 * dev.sluice.it.refusal.RegistrationTest}, {@link dev.sluice.it.refusal.InsideKernelTest}, {@link
 * dev.sluice.it.refusal.MemoryCallTest} and, for what a kernel may not do, {@link
 * dev.sluice.it.refusal.KernelRightsTest}.
 */
@NullMarked
package dev.sluice.it.refusal;

import org.jspecify.annotations.NullMarked;
