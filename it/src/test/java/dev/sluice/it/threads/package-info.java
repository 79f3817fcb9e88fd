/**
 * Several threads on one runtime: {@link dev.sluice.it.threads.ManyThreadsTest} for results and
 * totals, {@link dev.sluice.it.threads.WaitingTest} for closing, interrupts and time-outs. No test
 * sleeps; {@link dev.sluice.it.threads.BlockingKernel} holds a run where a test wants it.
 */
@NullMarked
package dev.sluice.it.threads;

import org.jspecify.annotations.NullMarked;
