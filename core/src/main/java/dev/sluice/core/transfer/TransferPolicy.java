package dev.sluice.core.transfer;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.OutputFill;
import dev.sluice.Placement;
import dev.sluice.Signature;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.TransferReason;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Tensor;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides which bytes a run moves. A new rule about transfers changes this class
 * and no other. Immutable.
 *
 * @param mode which rule
 * @param outputFill what OUT memory holds when the kernel starts
 */
public record TransferPolicy(TransferMode mode, OutputFill outputFill) {

  /**
   * Returns what a run moves, argument by argument.
   *
   * @param hostArguments the arguments that the artifact asked to have in host memory, by name
   */
  public TransferPlan plan(
      DeviceCallable callable, Set<String> hostArguments, BoundArguments arguments) {
    Signature signature = callable.signature();
    List<Tensor> tensors = arguments.tensors();
    TransferPlan.Argument[] plan = new TransferPlan.Argument[tensors.size()];
    for (int i = 0; i < plan.length; i++) {
      String name = signature.tensorName(i);
      ArgDirection direction = signature.direction(i);
      Tensor tensor = tensors.get(i);
      Placement placement = placement(name, hostArguments, tensor);
      plan[i] =
          decide(direction, placement, tensor.byteCount())
              .of(i, name, direction, placement, tensor);
    }
    return new TransferPlan(callable.name(), mode, List.of(plan));
  }

  /**
   * Returns whether {@link #plan} would say the same of other arguments of the callable that a plan
   * was made for. Decisions depend on nothing else of an argument.
   */
  public boolean stillHolds(
      TransferPlan plan, Set<String> hostArguments, BoundArguments arguments) {
    List<TransferPlan.Argument> planned = plan.arguments();
    List<Tensor> tensors = arguments.tensors();
    if (planned.size() != tensors.size()) {
      return false;
    }
    for (int i = 0; i < planned.size(); i++) {
      TransferPlan.Argument argument = planned.get(i);
      Tensor tensor = tensors.get(i);
      if (argument.byteCount() != tensor.byteCount()
          || argument.placement() != placement(argument.name(), hostArguments, tensor)
          || argument.copies() != copies(argument.upload() || argument.download(), tensor)) {
        return false;
      }
    }
    return true;
  }

  private static Placement placement(
      @Nullable String name, Set<String> hostArguments, Tensor tensor) {
    if (tensor instanceof DeviceTensor) {
      return Placement.DEVICE;
    }
    return name != null && hostArguments.contains(name) ? Placement.DELEGATED : Placement.HOST;
  }

  private static int copies(boolean isCopied, Tensor tensor) {
    return isCopied ? CopyPieces.count((HostTensor) tensor) : 0;
  }

  private Decision decide(ArgDirection direction, Placement placement, long byteCount) {
    if (byteCount == 0) {
      return Decision.stay(TransferReason.EMPTY);
    }
    return switch (placement) {
      case DEVICE -> Decision.stay(TransferReason.ON_DEVICE);
      case DELEGATED -> Decision.stay(TransferReason.DELEGATED);
      case HOST ->
          switch (mode) {
            case GATED -> gated(direction);
            case COPY_ALL -> Decision.bothWays(TransferReason.COPY_ALL);
            case SKIP_INPUT_DOWNLOAD ->
                direction == ArgDirection.IN
                    ? Decision.up(TransferReason.INPUT_NOT_DOWNLOADED)
                    : Decision.bothWays(TransferReason.COPY_ALL);
          };
    };
  }

  private Decision gated(ArgDirection direction) {
    return switch (direction) {
      case IN -> Decision.up(TransferReason.INPUT);
      case OUT -> Decision.down(TransferReason.OUTPUT, outputFill == OutputFill.ZERO);
      case INOUT -> Decision.bothWays(TransferReason.IN_OUT);
      case UNKNOWN -> Decision.bothWays(TransferReason.UNDECLARED);
    };
  }

  private record Decision(boolean upload, boolean download, boolean fill, TransferReason reason) {

    static Decision stay(TransferReason reason) {
      return new Decision(false, false, false, reason);
    }

    static Decision up(TransferReason reason) {
      return new Decision(true, false, false, reason);
    }

    static Decision down(TransferReason reason, boolean fill) {
      return new Decision(false, true, fill, reason);
    }

    static Decision bothWays(TransferReason reason) {
      return new Decision(true, true, false, reason);
    }

    TransferPlan.Argument of(
        int index,
        @Nullable String name,
        ArgDirection direction,
        Placement placement,
        Tensor tensor) {
      return new TransferPlan.Argument(
          index,
          name,
          direction,
          placement,
          tensor.byteCount(),
          upload,
          download,
          fill,
          copies(upload || download, tensor),
          reason);
    }
  }
}
