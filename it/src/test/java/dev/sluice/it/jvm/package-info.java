/**
 * Host applications in Java processes of their own: {@link dev.sluice.it.jvm.ModulePathTest} on
 * module path and class path.
 */
@NullMarked
package dev.sluice.it.jvm;

import org.jspecify.annotations.NullMarked;
