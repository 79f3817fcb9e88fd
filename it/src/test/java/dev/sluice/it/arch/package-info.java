/** Rules about who may know whom: {@link dev.sluice.it.arch.ArchitectureTest}. */
@NullMarked
package dev.sluice.it.arch;

import org.jspecify.annotations.NullMarked;
