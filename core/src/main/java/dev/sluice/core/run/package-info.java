/**
 * Carries out runs. {@link dev.sluice.core.run.RunLoop} is the way of a run from top to bottom,
 * each step one collaborator; {@link dev.sluice.core.run.ContextRuntime} is the runtime around it,
 * which serves calls one at a time through {@link dev.sluice.core.run.Turn}. Uses {@code transfer}
 * for what to move and {@code memory} for where.
 */
@NullMarked
package dev.sluice.core.run;

import org.jspecify.annotations.NullMarked;
