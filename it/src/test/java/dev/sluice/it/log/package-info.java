/** What a runtime logs: {@link dev.sluice.it.log.RunLogTest}. */
@NullMarked
package dev.sluice.it.log;

import org.jspecify.annotations.NullMarked;
