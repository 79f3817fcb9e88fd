/**
 * Reads packaged callables. {@link dev.sluice.callables.CallableFolder} is the way in;
 * docs/callables.md describes what is in a folder. Uses the api; used by the command and by
 * applications.
 */
@NullMarked
package dev.sluice.callables;

import org.jspecify.annotations.NullMarked;
