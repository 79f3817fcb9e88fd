package dev.sluice;

/**
 * A call prepared once and made many times: the fast path of a serving loop. It lives as long as
 * the {@link RegisteredCallable} it came from and needs no closing. Thread-safe; its runs are
 * served one at a time.
 */
public interface BoundCall {

  /** Returns the plan that the next {@link #run()} carries out. */
  TransferPlan plan();

  /** Runs with the arguments of the last binding. Throws as {@link RegisteredCallable#run}. */
  RunReport run();

  /**
   * Binds other arguments and runs. The plan is kept where element types, shapes and placements are
   * those of the last binding, and made anew otherwise. Throws as {@link RegisteredCallable#run}; a
   * refused call keeps the last binding.
   */
  RunReport run(TaskArgs args);
}
