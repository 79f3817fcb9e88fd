package dev.sluice.spi.hostruntime;

import dev.sluice.core.memory.BufferAddress;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.spi.LaunchArgument;
import dev.sluice.spi.LaunchRequest;
import dev.sluice.spi.hostruntime.AllocationTable.Allocation;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.Shape;
import java.nio.ByteBuffer;

/**
 * Writes the arguments of a launch for the JNI library. Every tensor is device memory, so that the
 * host runtime copies nothing, but for those that the artifact reads on the host. Confined to the
 * context's thread.
 */
final class FlatArguments {

  private static final int MAX_RANK = 5;
  private static final int HEADER_BYTES = 2 * Integer.BYTES;
  private static final int TENSOR_BYTES =
      3 * Long.BYTES + 4 * Integer.BYTES + 2 * MAX_RANK * Long.BYTES;
  private static final int HOST = 0;
  private static final int DEVICE = 1;

  /** Shapes and strides are 32-bit numbers there. */
  private static final long MAX_EXTENT = 0xFFFF_FFFFL;

  private final AllocationTable allocations;
  private final FlatBuffer buffer = new FlatBuffer();

  FlatArguments(AllocationTable allocations) {
    this.allocations = allocations;
  }

  /** Returns the arguments, from position 0 to the limit. */
  ByteBuffer of(LaunchRequest request) {
    int tensors = request.arguments().size();
    ByteBuffer flat =
        buffer.cleared(
            HEADER_BYTES
                + (long) tensors * TENSOR_BYTES
                + (long) request.scalarCount() * Long.BYTES);
    flat.putInt(tensors).putInt(request.scalarCount());
    for (int i = 0; i < tensors; i++) {
      try {
        put(flat, request.arguments().get(i));
      } catch (DeviceFailure failure) {
        throw failure.withArgument(i);
      }
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      flat.putLong(request.scalarBits(i));
    }
    return flat.flip();
  }

  private void put(ByteBuffer flat, LaunchArgument argument) {
    Shape shape = argument.shape();
    if (shape.rank() > MAX_RANK) {
      throw DeviceFailure.refused(
          "a tensor of rank " + shape.rank(), "the host runtime takes at most " + MAX_RANK);
    }
    int elementBytes = argument.dataType().byteSize();
    ByteBuffer onHost = argument.hostMemory();
    int space = DEVICE;
    if (onHost != null && onHost.hasRemaining()) {
      space = HOST;
      putPlace(flat, BufferAddress.of(onHost), onHost.remaining(), 0);
    } else if (argument.handle() == LaunchArgument.NO_HANDLE) {
      putPlace(flat, 0, 0, 0);
    } else if (argument.isSlice()) {
      long bytes = shape.elementCount() * elementBytes;
      putPlace(
          flat, allocations.address(argument.handle(), argument.offsetBytes(), bytes), bytes, 0);
    } else {
      putView(flat, argument, elementBytes);
    }
    flat.putInt(code(argument.dataType())).putInt(shape.rank()).putInt(space).putInt(0);
    for (int i = 0; i < MAX_RANK; i++) {
      flat.putLong(i < shape.rank() ? extent(shape.dimension(i), "an extent") : 0);
    }
    for (int i = 0; i < MAX_RANK; i++) {
      flat.putLong(i < shape.rank() ? extent(argument.stride(i), "a stride") : 0);
    }
  }

  /**
   * Views of one allocation name it as their buffer, by which the device sees that they share it.
   */
  private void putView(ByteBuffer flat, LaunchArgument argument, int elementBytes) {
    Allocation allocation = allocations.get(argument.handle());
    if (argument.offsetBytes() % elementBytes != 0) {
      throw DeviceFailure.refused(
          "the tensor starts at byte "
              + argument.offsetBytes()
              + ", which is no multiple of its element size of "
              + elementBytes,
          null);
    }
    putPlace(flat, allocation.address(), allocation.bytes(), argument.offsetBytes() / elementBytes);
  }

  private static void putPlace(ByteBuffer flat, long address, long bytes, long startElement) {
    flat.putLong(address).putLong(bytes).putLong(startElement);
  }

  private static long extent(long value, String what) {
    if (value > MAX_EXTENT) {
      throw DeviceFailure.refused(
          what + " of " + value + " elements", "the host runtime takes at most " + MAX_EXTENT);
    }
    return value;
  }

  /** The host runtime's numbers of element types (fact sheet, section 6). */
  static int code(DataType type) {
    return switch (type) {
      case FLOAT32 -> 0;
      case FLOAT16 -> 1;
      case INT32 -> 2;
      case INT16 -> 3;
      case INT8 -> 4;
      case UINT8 -> 5;
      case BFLOAT16 -> 6;
      case INT64 -> 7;
      case UINT64 -> 8;
      case UINT16 -> 9;
      case UINT32 -> 10;
      case BOOL -> 11;
      case FP8E4M3FN -> 12;
      case FP8E8M0 -> 13;
      case FP4E2M1 -> 14;
    };
  }
}
