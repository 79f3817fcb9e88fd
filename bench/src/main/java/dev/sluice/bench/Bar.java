package dev.sluice.bench;

import org.jspecify.annotations.Nullable;

/**
 * One figure and what it must not exceed. Immutable.
 *
 * @param name what was measured
 * @param value the median over forks
 * @param lowest the least of a fork
 * @param highest the most of a fork
 * @param unit of value and limit
 * @param baseline what was measured beside it in the same run; null where the limit is absolute or
 *     the value a ratio already
 * @param limit what value must not exceed
 */
record Bar(
    String name,
    double value,
    double lowest,
    double highest,
    String unit,
    @Nullable Double baseline,
    double limit) {

  boolean holds() {
    return value <= limit;
  }
}
