package dev.sluice.core.run;

import dev.sluice.core.memory.AllocatedTensor;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.TensorTable;
import dev.sluice.core.replica.ReplicaTable;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.RejectedCallException;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.tensor.ByteRange;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.ManagedTensor;
import dev.sluice.tensor.Shape;
import dev.sluice.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory calls of a runtime: allocating device tensors, and copying to and from them. Guarded
 * by the runtime's turn.
 */
final class TensorCopies {

  private final MeteredDevice device;
  private final TensorTable tensors;
  private final CallValidation validation;
  private final Failures failures;
  private final HostCopies copies;
  private final RunSlot slot;

  /**
   * Makes the calls of a runtime.
   *
   * @param slot whose bounce buffers heap memory goes through
   */
  TensorCopies(
      MeteredDevice device,
      TensorTable tensors,
      CallValidation validation,
      Failures failures,
      RunSlot slot) {
    this.device = device;
    this.tensors = tensors;
    this.validation = validation;
    this.failures = failures;
    this.copies = new HostCopies(device);
    this.slot = slot;
  }

  AllocatedTensor allocate(DataType type, Shape shape) {
    long bytes = requireAllocatable(type, shape);
    try {
      return tensors.allocate(type, shape);
    } catch (DeviceFailure failure) {
      throw failures.allocating(failure, place().byteCount(bytes));
    }
  }

  /** Returns the bytes of a tensor that the device can take. */
  long requireAllocatable(DataType type, Shape shape) {
    long bytes = shape.byteCount(type);
    validation.requireTaken(type, () -> place().byteCount(bytes));
    validation.requireAllocatable(bytes, () -> place().byteCount(bytes));
    return bytes;
  }

  ManagedTensor manage(HostTensor contents, ReplicaTable replicas) {
    requireAllocatable(contents.dataType(), contents.shape());
    return replicas.make(contents, tensors.nextGeneration());
  }

  AllocatedTensor upload(HostTensor source) {
    AllocatedTensor target = allocate(source.dataType(), source.shape());
    try {
      copyToDevice(source, target);
      return target;
    } catch (Throwable first) {
      try {
        tensors.discard(target);
      } catch (DeviceFailure second) {
        first.addSuppressed(second);
      }
      throw first;
    }
  }

  HostTensor download(DeviceTensor source) {
    requireRange(source, whole(source)); // before memory is taken for it
    HostTensor target = HostTensor.allocate(source.dataType(), source.shape());
    copyToHost(source, target);
    return target;
  }

  DeviceTensor copyToDevice(HostTensor source, DeviceTensor target) {
    requireAlike(source, target);
    return copy(
        target,
        whole(target),
        tensor -> copies.upload(slot, source, tensor.handle(), tensor.offsetBytes()));
  }

  DeviceTensor copyToDevice(ByteBuffer source, DeviceTensor target, ByteRange range) {
    HostTensor bytes = bytes(source, range);
    DeviceTensor written =
        copy(
            target,
            range,
            tensor ->
                copies.upload(slot, bytes, tensor.handle(), tensor.offsetBytes() + range.offset()));
    source.position(source.limit());
    return written;
  }

  /** Copies into a range, which is undefined while it is half-written. */
  private DeviceTensor copy(DeviceTensor target, ByteRange range, DeviceCopy upload) {
    AllocatedTensor tensor = requireRange(target, range);
    boolean succeeded = false;
    try {
      upload.of(tensor);
      succeeded = true;
      tensor.markDefined(range);
      return tensor;
    } catch (DeviceFailure failure) {
      throw failures.copying("the upload", failure, place().byteCount(range.length()));
    } finally {
      if (!succeeded) {
        tensor.markUndefined(range);
      }
    }
  }

  HostTensor copyToHost(DeviceTensor source, HostTensor target) {
    requireAlike(target, source);
    copyOut(source, whole(source), target);
    return target;
  }

  ByteBuffer copyToHost(DeviceTensor source, ByteRange range, ByteBuffer target) {
    copyOut(source, range, bytes(target, range));
    return target.position(target.limit());
  }

  private void copyOut(DeviceTensor source, ByteRange range, HostTensor target) {
    AllocatedTensor tensor = requireRange(source, range);
    CallValidation.requireDefined(
        tensor.firstUndefined(range), () -> place().byteCount(range.length()));
    if (!target.isWritable()) {
      throw rejected(
          place().byteCount(range.length()),
          "a download needs writable host memory, but it is " + target.memory().description(),
          "use writable memory");
    }
    try {
      copies.download(slot, tensor.handle(), tensor.offsetBytes() + range.offset(), target);
    } catch (DeviceFailure failure) {
      throw failures.copying("the download", failure, place().byteCount(range.length()));
    }
  }

  /** A copy into an open, contiguous tensor. */
  private interface DeviceCopy {
    void of(AllocatedTensor tensor);
  }

  private AllocatedTensor requireRange(DeviceTensor tensor, ByteRange range) {
    AllocatedTensor own = validation.requireUsable(tensor, () -> place().byteCount(range.length()));
    if (!own.isContiguous()) {
      throw rejected(
          place().byteCount(range.length()),
          own + " is strided, and a copy takes contiguous bytes",
          "copy the whole tensor, or row by row");
    }
    if (range.end() > own.byteCount()) {
      throw rejected(
          place().byteCount(range.length()),
          range + " reach outside " + own + " of " + own.byteCount() + " bytes",
          "give a range inside it");
    }
    return own;
  }

  private void requireAlike(HostTensor host, DeviceTensor onDevice) {
    if (host.dataType() != onDevice.dataType() || !host.shape().equals(onDevice.shape())) {
      throw rejected(
          place(),
          "the host tensor is "
              + describe(host)
              + ", but the device tensor is "
              + describe(onDevice),
          "give both the same element type and shape, for example by a view");
    }
  }

  private static String describe(Tensor tensor) {
    return tensor.dataType() + " " + tensor.shape();
  }

  private HostTensor bytes(ByteBuffer buffer, ByteRange range) {
    if (buffer.remaining() != range.length()) {
      throw rejected(
          place().byteCount(range.length()),
          "the buffer has "
              + buffer.remaining()
              + " bytes remaining, but the range has "
              + range.length(),
          "set the buffer's limit to the range");
    }
    return HostTensor.wrap(
        buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN),
        DataType.UINT8,
        Shape.of(range.length()));
  }

  private static ByteRange whole(DeviceTensor tensor) {
    return new ByteRange(0, tensor.byteCount());
  }

  private ErrorDetail.Builder place() {
    return ErrorDetail.builder().device(device.name());
  }

  private static RejectedCallException rejected(
      ErrorDetail.Builder place, String problem, String remedy) {
    return new RejectedCallException(place.remedy(remedy).build(), problem);
  }
}
