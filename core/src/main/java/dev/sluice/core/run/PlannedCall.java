package dev.sluice.core.run;

import dev.sluice.ArgDirection;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.core.transfer.BoundArguments;
import dev.sluice.core.transfer.TransferPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan with what follows from it alone. It names no tensor, so it may outlive the calls it is
 * used for. Guarded by the runtime's turn.
 */
final class PlannedCall {

  private final TransferPlan plan;
  private final List<TransferPlan.Argument> undeclared;
  private @Nullable StagingLayout layout;

  private PlannedCall(TransferPlan plan) {
    this.plan = plan;
    this.undeclared = undeclared(plan);
  }

  /** Plans a call, under the callable's last plan if that still holds. */
  static PlannedCall of(LoadedCallable loaded, BoundArguments arguments, TransferPolicy policy) {
    PlannedCall last = loaded.lastPlanned();
    if (last != null && policy.stillHolds(last.plan, loaded.hostArguments(), arguments)) {
      return last;
    }
    PlannedCall planned =
        new PlannedCall(policy.plan(loaded.callable(), loaded.hostArguments(), arguments));
    loaded.keepPlanned(planned);
    return planned;
  }

  private static List<TransferPlan.Argument> undeclared(TransferPlan plan) {
    List<TransferPlan.Argument> undeclared = List.of();
    for (TransferPlan.Argument argument : plan.arguments()) {
      if (argument.direction() == ArgDirection.UNKNOWN && argument.upload()) {
        undeclared = undeclared.isEmpty() ? new ArrayList<>() : undeclared;
        undeclared.add(argument);
      }
    }
    return undeclared;
  }

  TransferPlan plan() {
    return plan;
  }

  /** Returns the arguments that are copied both ways because nobody declared their direction. */
  List<TransferPlan.Argument> undeclared() {
    return undeclared;
  }

  /** Returns where staged arguments lie; made when first asked for, of a validated call. */
  StagingLayout layout(long largestAllocationBytes) {
    if (layout == null) {
      layout = StagingLayout.of(plan, largestAllocationBytes);
    }
    return layout;
  }
}
