package dev.sluice.core.memory;

import dev.sluice.LiveTensor;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The device tensors of one runtime. Making and freeing them is guarded by the runtime's turn; the
 * list of live ones is readable from any thread.
 */
public final class TensorTable {

  private static final Logger LOG = LoggerFactory.getLogger(TensorTable.class);

  private final MeteredDevice device;
  private final DeviceAllocator allocator;
  private final boolean trackAllocations;
  private final Consumer<Runnable> turn;
  private final Map<Long, DeviceAllocation> live = new LinkedHashMap<>();
  private final AtomicLong lastGeneration = new AtomicLong();
  private long liveBytes;

  /**
   * Makes an empty table.
   *
   * @param trackAllocations whether to keep where each tensor was made
   * @param turn runs a device call when it is its turn, or drops it where the device is gone
   */
  public TensorTable(
      MeteredDevice device,
      DeviceAllocator allocator,
      boolean trackAllocations,
      Consumer<Runnable> turn) {
    this.device = device;
    this.allocator = allocator;
    this.trackAllocations = trackAllocations;
    this.turn = turn;
  }

  String deviceName() {
    return device.name();
  }

  /**
   * Allocates a tensor; zero bytes take no device memory. Within the turn.
   *
   * @throws DeviceFailure if the device has no room
   */
  public AllocatedTensor allocate(DataType type, Shape shape) {
    long bytes = shape.byteCount(type);
    long handle = bytes == 0 ? LaunchArgument.NO_HANDLE : allocator.allocate(bytes);
    Throwable site = trackAllocations ? new Throwable("allocated here") : null;
    DeviceAllocation allocation =
        new DeviceAllocation(this, nextGeneration(), handle, type, shape, site);
    liveBytes += bytes;
    TensorOwnership ownership = new TensorOwnership(allocation);
    synchronized (live) {
      live.put(allocation.generation(), allocation);
      ownership.reportWith(LeakReports.CLEANER.register(ownership, () -> reportIfOpen(allocation)));
    }
    return AllocatedTensor.whole(ownership, type, shape);
  }

  /** Returns a number that no tensor of the runtime has had. */
  public long nextGeneration() {
    return lastGeneration.incrementAndGet();
  }

  /** One thread for all runtimes, made for the first tensor; it goes with the class loader. */
  private static final class LeakReports {
    static final Cleaner CLEANER = Cleaner.create();
  }

  /** Returns the bytes of all live tensors. Within the turn. */
  public long liveBytes() {
    return liveBytes;
  }

  private static void reportIfOpen(DeviceAllocation allocation) {
    if (allocation.isOpen()) {
      LiveTensor leaked = allocation.describe();
      LOG.warn(
          "{}: {} was garbage collected without being closed; its memory is held until the runtime"
              + " closes",
          allocation.owner().deviceName(),
          describe(leaked),
          leaked.allocatedAt());
    }
  }

  /** Returns a tensor for messages, with the way to learn where it was made. */
  public static String describe(LiveTensor tensor) {
    return "device tensor "
        + tensor.generation()
        + " ("
        + tensor.dataType()
        + " "
        + tensor.shape()
        + ", "
        + tensor.shape().byteCount(tensor.dataType())
        + " bytes"
        + (tensor.allocatedAt() == null
            ? "; trackAllocations(true) tells where it was made)"
            : ")");
  }

  /** Frees an allocation once; waits for the turn. */
  void close(DeviceAllocation allocation) {
    turn.accept(() -> free(allocation));
  }

  /** Frees an allocation at once, within the turn: one whose tensor never reached its caller. */
  public void discard(AllocatedTensor tensor) {
    free(tensor.allocation());
  }

  private void free(DeviceAllocation allocation) {
    if (!allocation.closeOnce()) {
      return;
    }
    liveBytes -= allocation.byteCount();
    synchronized (live) {
      live.remove(allocation.generation());
    }
    if (allocation.handle() != LaunchArgument.NO_HANDLE) {
      device.free(allocation.handle());
    }
  }

  /** Returns the live tensors in the order they were made. */
  public List<LiveTensor> live() {
    synchronized (live) {
      return live.values().stream().map(DeviceAllocation::describe).toList();
    }
  }

  /** Frees all live tensors, within the turn; the first failure is thrown once all were tried. */
  public void freeAll() {
    List<DeviceAllocation> open;
    synchronized (live) {
      open = new ArrayList<>(live.values());
    }
    TryAll.each(open, this::free);
  }
}
