/**
 * Tensors over 2 GiB: {@link dev.sluice.it.large.LargeTensorTest}, in a test JVM of its own with 12
 * GB of direct memory.
 */
@NullMarked
package dev.sluice.it.large;

import org.jspecify.annotations.NullMarked;
