package dev.sluice.tensor;

import dev.sluice.error.ClosedRuntimeException;
import dev.sluice.error.ContentsLostException;
import dev.sluice.error.DeviceMemoryException;
import dev.sluice.error.RejectedCallException;
import dev.sluice.error.TransferException;
import java.util.List;
import java.util.function.Consumer;

/**
 * One tensor with a replica in host memory and one on a device, of which it is known, byte by byte,
 * whether each is valid. A run uploads only what it reads and the device does not have; it
 * downloads nothing. The host gets what a run wrote when it reads it.
 *
 * <p>The host reaches the contents through the accessors only. Between them, the memory that the
 * tensor was made over belongs to the runtime: bytes that are written past an accessor are not
 * seen, and bytes that are read past one may be old.
 *
 * <p>A {@code DeviceRuntime} makes it; it is an argument of that runtime's calls only. The device's
 * memory is taken when it is first needed, and may be evicted for other tensors, least recently
 * used first; what only the device had is written back then. Whoever asked for the tensor closes
 * it.
 *
 * <p>Thread-safe. An accessor has the tensor for itself against runs and writers, and shares it
 * with other readers and with runs that only read it; whoever comes later waits. An accessor inside
 * another's callback, and a run there, do not queue behind those who wait for what the thread
 * already has; two threads that would wait for each other for ever are told so. A view given to a
 * callback must not be used after it.
 *
 * <p>The accessors throw {@link ContentsLostException} if bytes are lost that they need, {@link
 * TransferException} if a copy fails, after which the contents are as before, {@link
 * RejectedCallException} if a range is not inside the tensor, if the wait is interrupted, or if the
 * calling thread is inside an accessor of the same tensor that excludes this one, and {@link
 * ClosedRuntimeException} if the tensor is closed.
 *
 * <p>Only a runtime implements this interface; a runtime refuses implementations of others.
 */
public non-sealed interface ManagedTensor extends Tensor, AutoCloseable {

  /** Returns the device of the other replica, such as {@code sim:0}. */
  String device();

  /** Lets the host read all of the tensor. Downloads what only the device has. */
  default void read(Consumer<HostTensor> reader) {
    read(0, shape().elementCount(), reader);
  }

  /**
   * Lets the host read a range. Downloads what only the device has of it.
   *
   * @param offsetElements first element
   * @param elementCount number of elements
   * @param reader gets a view of the range that cannot be written ({@link #write} and {@link
   *     #update} give one that can), of rank 1 unless it is the whole tensor
   */
  void read(long offsetElements, long elementCount, Consumer<HostTensor> reader);

  /** Lets the host overwrite all of the tensor. Nothing is downloaded. */
  default void write(Consumer<HostTensor> writer) {
    write(0, shape().elementCount(), writer);
  }

  /**
   * Lets the host overwrite a range, all of it: nothing is downloaded, so what the view holds
   * before is undefined where only the device has the bytes. The next run that reads the range
   * uploads it. If the callback throws, what only the device has stays as it is.
   *
   * @param offsetElements first element
   * @param elementCount number of elements
   * @param writer gets a view of the range, of rank 1 unless it is the whole tensor
   * @throws RejectedCallException also if the host memory is read-only
   */
  void write(long offsetElements, long elementCount, Consumer<HostTensor> writer);

  /**
   * Lets the host read and change all of the tensor. Downloads what only the device has; the next
   * run that reads the tensor uploads all of it.
   */
  default void update(Consumer<HostTensor> updater) {
    update(0, shape().elementCount(), updater);
  }

  /**
   * Lets the host read and change a range. Downloads what only the device has of it; the next run
   * that reads the range uploads it.
   *
   * @param offsetElements first element
   * @param elementCount number of elements
   * @param updater gets a view of the range, of rank 1 unless it is the whole tensor
   * @throws RejectedCallException also if the host memory is read-only
   */
  void update(long offsetElements, long elementCount, Consumer<HostTensor> updater);

  /**
   * Uploads what only the host has, so that the next run need not.
   *
   * @throws DeviceMemoryException if the device has no room
   */
  void ensureOnDevice();

  /** Downloads what only the device has, so that the next reader need not. */
  void ensureOnHost();

  /**
   * Declares the contents worthless on both sides: nothing of them moves any more until they are
   * written. The memory stays. Bytes that were lost are worthless too, and can be used again.
   */
  void discard();

  /**
   * Gives the device's memory back; what only the device has is written back first. The tensor
   * stays usable.
   */
  void release();

  /**
   * Returns this tensor with accessors that throw {@link RejectedCallException} where they would
   * wait for another thread's run or accessor. Closing either closes both.
   */
  ManagedTensor withoutWaiting();

  /** Returns whether the tensor has memory on the device now. */
  boolean isOnDevice();

  /** Returns the bytes that a run which reads them would upload: only the host has them. */
  List<ByteRange> staleOnDevice();

  /** Returns the bytes that a reader would download: only the device has them. */
  List<ByteRange> staleOnHost();

  /**
   * Returns the bytes that neither side has: a failed launch may have half-written them, or the
   * device was lost. They can be used again once they are written or discarded.
   */
  List<ByteRange> lost();

  /** Returns whether the tensor can be used. */
  boolean isOpen();

  /**
   * Gives the device's memory back, without copying: what only the device has is dropped. Call
   * {@link #ensureOnHost()} or {@link #release()} first to keep it. Waits for those who use the
   * tensor. Does nothing the second time.
   */
  @Override
  void close();
}
