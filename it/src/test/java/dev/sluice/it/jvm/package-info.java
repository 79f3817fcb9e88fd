/**
 * Host applications in Java processes of their own: {@link dev.sluice.it.jvm.ModulePathTest} on
 * module path and class path, {@link dev.sluice.it.jvm.ReadmeTest} as the README shows one.
 */
@NullMarked
package dev.sluice.it.jvm;

import org.jspecify.annotations.NullMarked;
