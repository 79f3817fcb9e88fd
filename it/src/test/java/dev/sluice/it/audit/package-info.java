/** Audits of kernels that keep to their declared directions, and of those that do not. */
@NullMarked
package dev.sluice.it.audit;

import org.jspecify.annotations.NullMarked;
