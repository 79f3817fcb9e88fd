/**
 * The platforms a2a3 and a5, through JNI, against a stand-in for the native host runtime. What can
 * take the process down runs in a process of its own.
 */
@NullMarked
package dev.sluice.it.ascend;

import org.jspecify.annotations.NullMarked;
