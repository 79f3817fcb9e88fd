/**
 * Finds out whether a callable keeps to its declared directions. Start at {@link
 * dev.sluice.core.audit.Audit}, which makes the runs; {@link dev.sluice.core.audit.AuditedArgument}
 * gathers what each shows of one argument and judges. Uses a runtime as any application does, so
 * there is no second way in which bytes move; used by {@code dev.sluice.core.run}.
 */
@NullMarked
package dev.sluice.core.audit;

import org.jspecify.annotations.NullMarked;
