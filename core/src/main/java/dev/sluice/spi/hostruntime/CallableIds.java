package dev.sluice.spi.hostruntime;

import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.LaunchRequest;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of loaded callables, of which the host runtime has 64 for a device, and how many
 * arguments each takes. Confined to the context's thread.
 */
final class CallableIds {

  static final int MOST = 64;

  private record Counts(int tensors, int scalars) {}

  private final @Nullable Counts[] taken = new Counts[MOST];

  int take(int tensors, int scalars) {
    for (int id = 0; id < MOST; id++) {
      if (taken[id] == null) {
        taken[id] = new Counts(tensors, scalars);
        return id;
      }
    }
    throw DeviceFailure.refused(
        MOST + " callables are loaded, and the device takes no more",
        "close registrations that are not needed any more");
  }

  void giveBack(int id) {
    taken[id] = null;
  }

  int require(long callable) {
    counts(callable);
    return (int) callable;
  }

  /** Returns the id of a launch's callable, whose arguments are as many as it takes. */
  int requireFor(LaunchRequest request) {
    Counts counts = counts(request.callable());
    if (request.arguments().size() != counts.tensors()
        || request.scalarCount() != counts.scalars()) {
      throw DeviceFailure.refused(
          "the callable takes "
              + counts.tensors()
              + " tensors and "
              + counts.scalars()
              + " scalars, but the launch has "
              + request.arguments().size()
              + " and "
              + request.scalarCount(),
          null);
    }
    return (int) request.callable();
  }

  private Counts counts(long callable) {
    Counts counts = callable < 0 || callable >= MOST ? null : taken[(int) callable];
    if (counts == null) {
      throw DeviceFailure.refused("no callable " + callable + " is loaded", null);
    }
    return counts;
  }
}
