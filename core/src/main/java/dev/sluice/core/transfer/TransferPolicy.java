package dev.sluice.core.transfer;

import dev.sluice.ArgDirection;
import dev.sluice.DeviceCallable;
import dev.sluice.OutputFill;
import dev.sluice.Placement;
import dev.sluice.Signature;
import dev.sluice.TransferMode;
import dev.sluice.TransferPlan;
import dev.sluice.TransferReason;
import dev.sluice.spi.CopyCosts;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Tensor;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides which bytes a run moves. A new rule about transfers changes this class
 * and no other. Immutable.
 *
 * @param mode which rule; managed tensors know one only
 * @param outputFill what OUT memory holds when the kernel starts
 * @param costs what a copy costs, by which ranges are joined
 * @param packBytes the most bytes that are packed into one copy; 0 for none
 */
public record TransferPolicy(
    TransferMode mode, OutputFill outputFill, CopyCosts costs, long packBytes) {

  /**
   * An argument is packed where its bytes would be on their way for at most one in so many parts of
   * what a copy costs without any: then packing pays wherever the host copies memory at that part
   * of the rate of the way to the device, or faster.
   */
  private static final int PARTS_OF_A_COPY = 4;

  /** A policy that joins and packs nothing. */
  public TransferPolicy(TransferMode mode, OutputFill outputFill) {
    this(mode, outputFill, CopyCosts.UNKNOWN, 0);
  }

  /**
   * Returns this policy for a device. It packs in the mode GATED only: the others are baselines.
   */
  public TransferPolicy on(CopyCosts device, long largestAllocationBytes) {
    return new TransferPolicy(
        mode,
        outputFill,
        device,
        mode == TransferMode.GATED
            ? Math.min(CopyPieces.HEAP_PIECE_BYTES, largestAllocationBytes)
            : 0);
  }

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
    Set<Object> uploaded = Collections.emptySet();
    for (int i = 0; i < plan.length; i++) {
      String name = signature.tensorName(i);
      ArgDirection direction = signature.direction(i);
      Tensor tensor = tensors.get(i);
      Placement placement = placement(name, hostArguments, tensor);
      if (tensor instanceof ManagedTensor managed && placement == Placement.MANAGED) {
        Object replica = managed instanceof Replicated shared ? shared.replica() : managed;
        plan[i] = managed(i, name, direction, managed, uploaded.contains(replica));
        uploaded = plan[i].upload() ? with(uploaded, replica) : uploaded;
      } else {
        plan[i] =
            decide(direction, placement, tensor.byteCount())
                .of(i, name, direction, placement, tensor);
      }
    }
    return new TransferPlan(callable.name(), mode, List.of(plan), packs(plan));
  }

  /** Returns a set with one more; most plans upload nothing, and need none. */
  private static Set<Object> with(Set<Object> uploaded, Object replica) {
    Set<Object> more =
        uploaded.isEmpty() ? Collections.newSetFromMap(new IdentityHashMap<>()) : uploaded;
    more.add(replica);
    return more;
  }

  private List<TransferPlan.Pack> packs(TransferPlan.Argument[] plan) {
    return packBytes == 0 || costs.copyNanos() == 0
        ? List.of()
        : new Packing(
                costs.uploadBytesOfACopy() / PARTS_OF_A_COPY,
                costs.downloadBytesOfACopy() / PARTS_OF_A_COPY,
                packBytes)
            .of(plan);
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
          || !movesAsPlanned(argument, tensor)) {
        return false;
      }
    }
    return true;
  }

  /** A managed tensor is copied by ranges, so a plan that copies some of one holds for once. */
  private static boolean movesAsPlanned(TransferPlan.Argument planned, Tensor tensor) {
    if (tensor instanceof ManagedTensor managed) {
      return !planned.upload()
          && (!planned.direction().isRead() || managed.staleOnDevice().isEmpty());
    }
    return planned.copies() == copies(planned.upload() || planned.download(), tensor);
  }

  private static Placement placement(
      @Nullable String name, Set<String> hostArguments, Tensor tensor) {
    if (tensor instanceof DeviceTensor) {
      return Placement.DEVICE;
    }
    if (name != null && hostArguments.contains(name)) {
      return Placement.DELEGATED;
    }
    return tensor instanceof ManagedTensor ? Placement.MANAGED : Placement.HOST;
  }

  private static int copies(boolean isCopied, Tensor tensor) {
    return isCopied ? CopyPieces.count((HostTensor) tensor) : 0;
  }

  /**
   * Plans a managed tensor.
   *
   * @param isUploaded whether an earlier argument of the call, over the same replica, uploads it
   */
  private TransferPlan.Argument managed(
      int index,
      @Nullable String name,
      ArgDirection direction,
      ManagedTensor tensor,
      boolean isUploaded) {
    boolean empty = tensor.byteCount() == 0;
    boolean read = direction.isRead() && !empty;
    JoinedRanges uploads =
        read && !isUploaded ? uploads(tensor.staleOnDevice(), tensor.staleOnHost()) : NOTHING;
    boolean upload = !uploads.ranges().isEmpty();
    return new TransferPlan.Argument(
        index,
        name,
        direction,
        Placement.MANAGED,
        tensor.byteCount(),
        upload,
        false,
        !direction.isRead() && !empty && outputFill == OutputFill.ZERO,
        copies(uploads.ranges(), tensor),
        empty
            ? TransferReason.EMPTY
            : upload
                ? TransferReason.STALE_ON_DEVICE
                : read ? TransferReason.VALID_ON_DEVICE : TransferReason.WRITTEN_ON_DEVICE,
        uploads.ranges(),
        uploads.addedBytes());
  }

  private static final JoinedRanges NOTHING = new JoinedRanges(List.of(), 0);

  /**
   * Returns what is copied to the device before a run reads a tensor: what only the host has. Where
   * the host has old bytes, nothing is copied over the device's.
   *
   * @param hostOnly what only the host has
   * @param deviceOnly what only the device has
   */
  public JoinedRanges uploads(List<ByteRange> hostOnly, List<ByteRange> deviceOnly) {
    return hostOnly.isEmpty()
        ? NOTHING
        : JoinedRanges.of(hostOnly, deviceOnly, costs.uploadBytesOfACopy());
  }

  /**
   * Returns what is copied to the host before it reads a range: what only the device has of it.
   * Where the device has old bytes, nothing is copied over the host's.
   *
   * @param deviceOnly what only the device has
   * @param hostOnly what only the host has
   */
  public JoinedRanges downloads(
      List<ByteRange> deviceOnly, List<ByteRange> hostOnly, ByteRange read) {
    List<ByteRange> wanted =
        deviceOnly.stream()
            .filter(read::overlaps)
            .map(
                stale -> {
                  long start = Math.max(stale.offset(), read.offset());
                  return new ByteRange(start, Math.min(stale.end(), read.end()) - start);
                })
            .toList();
    return JoinedRanges.of(wanted, hostOnly, costs.downloadBytesOfACopy());
  }

  private static int copies(List<ByteRange> ranges, ManagedTensor tensor) {
    int copies = 0;
    for (ByteRange range : ranges) {
      copies +=
          tensor instanceof Replicated replicated
              ? CopyPieces.count(replicated.hostReplica(), range)
              : 1; // another's, which no run accepts
    }
    return copies;
  }

  private Decision decide(ArgDirection direction, Placement placement, long byteCount) {
    if (byteCount == 0) {
      return Decision.stay(TransferReason.EMPTY);
    }
    return switch (placement) {
      case DEVICE -> Decision.stay(TransferReason.ON_DEVICE);
      case DELEGATED -> Decision.stay(TransferReason.DELEGATED);
      case MANAGED -> throw new IllegalStateException("planned by ranges");
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
