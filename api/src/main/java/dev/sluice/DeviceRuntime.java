package dev.sluice;

import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One opened device: runs callables on it, moving only the bytes that their declared directions
 * require. {@code dev.sluice.core.Sluice} opens one; whoever opened it closes it.
 *
 * <p>Thread-safe. Runs and memory calls are served one at a time, first come first served. An
 * interrupt is honoured while a call waits for its turn (the call is refused, nothing was touched,
 * and the thread stays interrupted), not in the middle of it. A call from inside a kernel is
 * refused.
 *
 * <p>Once the device is lost, every call but the getters and {@link #close} throws {@link
 * DeviceLostException} with the first cause; once closed, {@link ClosedRuntimeException}.
 */
public interface DeviceRuntime extends AutoCloseable {

  /** Returns which device this is. */
  DeviceInfo device();

  /** Returns what the device can take. */
  DeviceLimits limits();

  /** Returns the rule that decides what runs copy. */
  TransferMode transferMode();

  /** Returns what OUT tensors' device memory holds when a kernel starts. */
  OutputFill outputFill();

  /** Returns how long a launch may take before the device counts as lost. */
  Duration runTimeout();

  /** Returns what was done since the runtime was opened; also when closed. */
  RuntimeTotals totals();

  /**
   * Returns the device tensors and managed tensors that are still open, in the order they were
   * made; not staging.
   */
  List<LiveTensor> liveTensors();

  /**
   * Returns something that the device offers beyond this interface, such as the simulator's counts.
   *
   * @return empty where the device does not offer it
   */
  <T> Optional<T> capability(Class<T> type);

  /**
   * Loads a callable onto the device. Equal content is loaded once and counted.
   *
   * @throws RejectedCallException if the callable has no artifact for this platform, if its name is
   *     registered with other content, or if the platform refuses the artifact
   */
  RegisteredCallable register(DeviceCallable callable);

  /**
   * Registers the callable, unless that has been done, for as long as the runtime is open, and runs
   * it. Throws as {@link #register} and {@link RegisteredCallable#run}.
   */
  RunReport run(DeviceCallable callable, TaskArgs args);

  /**
   * Returns what a run would move, without a device call and without registering.
   *
   * @throws RejectedCallException if a run would be refused
   */
  TransferPlan explain(DeviceCallable callable, TaskArgs args);

  /**
   * Finds out, by running it, whether a callable keeps to its declared directions. Every argument
   * goes up and comes down in each of a handful of runs, with contents that the audit controls, so
   * it works where kernels cannot be looked into. The caller's tensors are read and never written;
   * the runs are made on copies, which take as much host memory again as the arguments, and twice
   * that for those that may be written. The runs count in {@link #totals()} like any others, a run
   * listener gets their reports, and an open guard refuses them. A device that is lost in a run
   * with other contents leaves a report of what was found out before, and a lost runtime.
   *
   * <p>What is found out is true of these arguments: what a kernel does only for others is not
   * seen, nor a write of what was there before.
   *
   * @param args as for {@link #run}; contents should be such as the callable gets in practice
   * @throws RejectedCallException if a run would be refused, or an argument is a strided device
   *     tensor
   * @throws dev.sluice.error.LaunchException if the callable fails on the contents it was given
   * @throws dev.sluice.error.DeviceLostException if the device is lost with those
   */
  AuditReport audit(DeviceCallable callable, TaskArgs args);

  /**
   * Allocates a device tensor. Its contents are undefined.
   *
   * @throws RejectedCallException if the device cannot take the element type or the size
   * @throws DeviceMemoryException if the device has no room
   */
  DeviceTensor allocate(DataType type, Shape shape);

  /**
   * Allocates a device tensor and copies a host tensor into it.
   *
   * @throws RejectedCallException if the device cannot take the element type or the size
   * @throws DeviceMemoryException if the device has no room
   * @throws TransferException if the copy fails; the allocation was freed
   */
  DeviceTensor upload(HostTensor source);

  /**
   * Copies a device tensor into off-heap host memory of its own.
   *
   * @param source contiguous
   * @throws RejectedCallException if the tensor is strided, closed, of another runtime, or has
   *     undefined contents after a failed launch
   * @throws TransferException if the copy fails
   */
  HostTensor download(DeviceTensor source);

  /**
   * Copies a host tensor over a device tensor of the same element type and shape.
   *
   * @param target contiguous
   * @throws RejectedCallException if the two do not match, or the target is strided, closed or of
   *     another runtime
   * @throws TransferException if the copy fails; the target's contents are then undefined
   */
  void copyToDevice(HostTensor source, DeviceTensor target);

  /**
   * Copies a device tensor over a host tensor of the same element type and shape.
   *
   * @param source contiguous
   * @param target writable
   * @throws RejectedCallException if the two do not match, the target is read-only, or the source
   *     is strided, closed, of another runtime, or undefined after a failed launch
   * @throws TransferException if the copy fails; the target's bytes are then undefined
   */
  void copyToHost(DeviceTensor source, HostTensor target);

  /**
   * Copies host bytes into a range of a device tensor. The source's position moves to its limit
   * once the bytes are there.
   *
   * @param source exactly {@code range.length()} bytes remaining; direct or heap
   * @param range in bytes from the start of the tensor
   * @throws RejectedCallException if the range is not inside the tensor, the lengths differ, or the
   *     target is strided, closed or of another runtime
   * @throws TransferException if the copy fails; the range's contents are then undefined
   */
  void copyToDevice(ByteBuffer source, DeviceTensor target, ByteRange range);

  /**
   * Copies a range of a device tensor into host memory. The target's position moves to its limit
   * once the bytes are there.
   *
   * @param range in bytes from the start of the tensor
   * @param target exactly {@code range.length()} bytes remaining; direct or heap, writable
   * @throws RejectedCallException if the range is not inside the tensor, the lengths differ, the
   *     target is read-only, or the source is strided, closed, of another runtime, or undefined
   *     after a failed launch
   * @throws TransferException if the copy fails; the target may be partly written
   */
  void copyToHost(DeviceTensor source, ByteRange range, ByteBuffer target);

  /**
   * Makes a managed tensor over host memory, whose bytes are its first contents. No device call is
   * made. From now on the memory is the tensor's; see {@link ManagedTensor}.
   *
   * <p>Managed tensors over the same read-only bytes, such as those of one mapped file, share one
   * replica on the device, so that it is uploaded once.
   *
   * @param contents read-only for a tensor that is only read, by the host too
   * @throws RejectedCallException if the device cannot take the element type or the size, or if
   *     another open managed tensor is made over some of the same bytes and one of them can be
   *     written
   */
  ManagedTensor manage(HostTensor contents);

  /**
   * Makes a managed tensor over zeroed off-heap memory of its own. Throws as {@link
   * #manage(HostTensor)}.
   */
  ManagedTensor manage(DataType type, Shape shape);

  /**
   * Makes transfers an error for the calling thread, until the guard is closed: a run whose plan
   * has one is refused before the first device call, with the plan, and so is a memory call. Other
   * threads go on as before. Guards add up.
   *
   * <pre>{@code
   * try (TransferGuard guard = runtime.forbid(Transfer.DOWNLOAD)) {
   *   decodeStep.run(); // may not bring anything back
   * }
   * }</pre>
   *
   * @param transfers at least one
   * @throws RejectedCallException if there is none
   */
  TransferGuard forbid(Transfer... transfers);

  /** Frees the staging memory that is kept between runs; the next run allocates it again. */
  void trim();

  /** Returns whether the runtime is neither closed nor lost. */
  boolean isOpen();

  /**
   * Waits for the call in progress, frees everything on the device and closes it. Device tensors
   * that are still open are logged as leaks. Does nothing the second time.
   */
  @Override
  void close();
}
