package dev.sluice.it.model;

import dev.sluice.DeviceRuntime;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.DeviceTensor;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.MappedAccess;
import dev.sluice.tensor.Shape;
import dev.sluice.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of one argument: the tensor, and all memory around it, so that a test sees each byte
 * that changed and should not have.
 */
public final class Backing implements AutoCloseable {

  private final DeviceRuntime runtime;
  private final Tensor tensor;
  private final Tensor whole;

  private Backing(DeviceRuntime runtime, Tensor tensor, Tensor whole) {
    this.runtime = runtime;
    this.tensor = tensor;
    this.whole = whole;
  }

  static Backing of(Argument argument, DeviceRuntime runtime) {
    byte[] initial = argument.initialBytes();
    return switch (argument.where()) {
      case HOST_DIRECT ->
          buffer(argument, runtime, ByteBuffer.allocateDirect(initial.length).put(0, initial));
      case HOST_HEAP_BUFFER -> buffer(argument, runtime, ByteBuffer.wrap(initial));
      case HOST_ARRAY -> array(argument, runtime, initial);
      case HOST_MAPPED -> mapped(argument, runtime, initial);
      case DEVICE, DEVICE_VIEW, DEVICE_STRIDED -> device(argument, runtime, initial);
    };
  }

  private static Backing buffer(Argument argument, DeviceRuntime runtime, ByteBuffer buffer) {
    buffer.order(ByteOrder.LITTLE_ENDIAN);
    int from = argument.byteOffset(0);
    ByteBuffer middle =
        buffer
            .duplicate()
            .order(ByteOrder.LITTLE_ENDIAN)
            .limit(from + (int) argument.byteCount())
            .position(from);
    return new Backing(
        runtime,
        HostTensor.wrap(middle, argument.type(), argument.shape()),
        HostTensor.wrap(buffer, argument.type(), Shape.of(argument.wholeElements())));
  }

  private static Backing array(Argument argument, DeviceRuntime runtime, byte[] initial) {
    HostTensor whole = newArray(argument.type(), argument.wholeElements());
    whole.writeBytes(0, ByteBuffer.wrap(initial));
    return new Backing(
        runtime, whole.view(argument.where().guardElements(), argument.shape()), whole);
  }

  private static HostTensor newArray(DataType type, int length) {
    Shape shape = Shape.of(length);
    if (type == DataType.FLOAT32) {
      return HostTensor.wrap(new float[length], shape);
    }
    return switch (type.byteSize()) {
      case 1 -> HostTensor.wrap(new byte[length], type, shape);
      case 2 -> HostTensor.wrap(new short[length], type, shape);
      case 4 -> HostTensor.wrap(new int[length], type, shape);
      default -> HostTensor.wrap(new long[length], type, shape);
    };
  }

  private static Backing mapped(Argument argument, DeviceRuntime runtime, byte[] initial) {
    try {
      Path file = Files.createTempFile("sluice-it", ".bin");
      try {
        Files.write(file, initial);
        return new Backing(
            runtime,
            HostTensor.map(
                file,
                argument.byteOffset(0),
                argument.type(),
                argument.shape(),
                MappedAccess.READ_WRITE),
            HostTensor.map(
                file,
                0,
                argument.type(),
                Shape.of(argument.wholeElements()),
                MappedAccess.READ_ONLY));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Backing device(Argument argument, DeviceRuntime runtime, byte[] initial) {
    boolean plain = argument.where() == Where.DEVICE;
    Shape wholeShape = plain ? argument.shape() : Shape.of(argument.wholeElements());
    DeviceTensor whole = runtime.upload(HostTensor.wrap(initial, argument.type(), wholeShape));
    int guard = argument.where().guardElements();
    DeviceTensor tensor =
        switch (argument.where()) {
          case DEVICE_VIEW -> whole.view(guard, argument.shape());
          case DEVICE_STRIDED -> whole.view(guard, argument.shape(), argument.where().stride());
          default -> whole;
        };
    return new Backing(runtime, tensor, whole);
  }

  /** Returns the argument. */
  public Tensor tensor() {
    return tensor;
  }

  /** Returns the bytes of the tensor and around it; a device tensor is downloaded. */
  public byte[] bytes() {
    HostTensor host =
        whole instanceof HostTensor here ? here : runtime.download((DeviceTensor) whole);
    byte[] bytes = new byte[(int) host.byteCount()];
    host.readBytes(0, ByteBuffer.wrap(bytes));
    return bytes;
  }

  /** Overwrites all the memory; a device tensor is uploaded anew. */
  public void restore(byte[] bytes) {
    if (whole instanceof DeviceTensor device) {
      runtime.copyToDevice(HostTensor.wrap(bytes, device.dataType(), device.shape()), device);
    } else {
      ((HostTensor) whole).writeBytes(0, ByteBuffer.wrap(bytes));
    }
  }

  /** Returns whether the memory is the host's. */
  public boolean isHost() {
    return whole instanceof HostTensor;
  }

  /** Frees device memory. */
  @Override
  public void close() {
    if (whole instanceof DeviceTensor device) {
      device.close();
    }
  }
}
